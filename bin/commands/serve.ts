import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { destinationEntry, referenceConnectorEntry, startDestination } from '../../fixtures/index.ts'
import { newToken } from '../../harness/checks/identity.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

/** Serves in the foreground until Ctrl-C, and leaves nothing behind but a state folder that was asked for. */
export async function serve(options: Arguments): Promise<number> {
  const what = options['what'] === 'destination' ? 'destination' : 'connector'
  const named = options['token-env']
  const usual = what === 'connector' ? 'CONNECTOR_TOKEN' : 'DESTINATION_TOKEN'
  const variable = typeof named === 'string' ? named : usual
  const token = process.env[variable]
  if (token === undefined || token.length < 12) {
    throw new UsageError(
      `the environment variable ${variable} must hold the token to accept, 12 characters or more; for example:\n  export ${variable}=$(openssl rand -hex 16)`,
    )
  }
  const port = typeof options['port'] === 'number' ? options['port'] : what === 'connector' ? 18_787 : 18_055
  const wanted = options['state']
  const state = typeof wanted === 'string' ? resolve(wanted) : await mkdtemp(join(tmpdir(), 'touchstone-'))
  await mkdir(state, { recursive: true })
  try {
    return what === 'connector'
      ? await serveConnector(options, { token, port, state })
      : await foreground(destinationEntry, `http://127.0.0.1:${port}`, {
          PORT: String(port),
          DESTINATION_TOKEN: token,
          STATE_DIR: state,
        })
  } finally {
    if (typeof wanted !== 'string') await rm(state, { recursive: true, force: true })
  }
}

interface Place {
  readonly token: string
  readonly port: number
  readonly state: string
}

async function serveConnector(options: Arguments, { token, port, state }: Place): Promise<number> {
  const url = options['destination']
  const destinationToken = process.env['DESTINATION_TOKEN'] ?? newToken()
  const own = typeof url === 'string' ? undefined : await startDestination({ token: destinationToken, unique: true })
  try {
    return await foreground(referenceConnectorEntry, `http://127.0.0.1:${port}`, {
      PORT: String(port),
      CONNECTOR_TOKEN: token,
      DESTINATION_URL: own?.url ?? String(url),
      DESTINATION_TOKEN: destinationToken,
      STATE_DIR: state,
      SHAPE: String(options['shape']),
    })
  } finally {
    await own?.close()
  }
}

/** Runs an entry file until it ends or we are told to; its output is ours. */
async function foreground(entry: string, url: string, env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(process.execPath, [entry], { env: { ...process.env, ...env }, stdio: 'inherit' })
  process.stderr.write(`touchstone: serving at ${url}; Ctrl-C ends it\n`)
  // On Ctrl-C the terminal tells the child as well; SIGTERM has to be passed on.
  const onInterrupt = (): void => undefined
  const onTerminate = (): void => void child.kill('SIGTERM')
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return signal === null ? (code ?? 0) : 130
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onTerminate)
  }
}
