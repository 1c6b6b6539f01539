import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import process from 'node:process'
import { destinationEntry, referenceConnectorEntry, startDestination } from '../../fixtures/index.ts'
import { newToken } from '../../harness/checks/identity.ts'
import { startWatchdog, type Watchdog, workFolder } from '../../harness/target/index.ts'
import { foreground } from '../foreground.ts'
import { whyNot } from '../why-not.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

/** Serves in the foreground until Ctrl-C, which is how it is meant to end, and leaves nothing but a state folder asked for. */
export async function serve(options: Arguments): Promise<number> {
  const what = options['what'] === 'destination' ? 'destination' : 'connector'
  const port = readPort(options['port'], what === 'connector' ? 18_787 : 18_055)
  const token = readToken(options['token-env'], what === 'connector' ? 'CONNECTOR_TOKEN' : 'DESTINATION_TOKEN')
  await expectFree(port)
  using watchdog = startWatchdog()
  await using state = await stateFolder(options['state'], watchdog)
  const place = { token, port, state: state.path, watchdog }
  if (what === 'connector') return await serveConnector(options, place)
  return await foreground(destinationEntry, watchdog, {
    PORT: String(port),
    DESTINATION_TOKEN: token,
    STATE_DIR: state.path,
  })
}

interface Place {
  readonly token: string
  readonly port: number
  readonly state: string
  readonly watchdog: Watchdog
}

async function serveConnector(options: Arguments, { token, port, state, watchdog }: Place): Promise<number> {
  const url = options['destination']
  if (typeof url === 'string' && !/^https?:\/\//.test(url)) {
    throw new UsageError('--destination takes an http: or https: URL, such as http://127.0.0.1:18055')
  }
  const given = typeof url === 'string'
  const destinationToken = given ? readToken(undefined, 'DESTINATION_TOKEN') : newToken()
  await using own = given ? undefined : await startDestination({ token: destinationToken, unique: true })
  return await foreground(referenceConnectorEntry, watchdog, {
    PORT: String(port),
    CONNECTOR_TOKEN: token,
    DESTINATION_URL: own?.url ?? String(url),
    DESTINATION_TOKEN: destinationToken,
    STATE_DIR: state,
    SHAPE: String(options['shape']),
  })
}

function readPort(given: unknown, usual: number): number {
  if (given === undefined) return usual
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError('--port takes a whole number between 0 and 65535; 0 is any free one')
}

function readToken(named: unknown, usual: string): string {
  const variable = typeof named === 'string' ? named : usual
  const token = process.env[variable] ?? ''
  if (/^[\x21-\x7e]{12,}$/.test(token)) return token
  throw new UsageError(
    `the environment variable ${variable} must hold a token of 12 or more visible ASCII characters; for example:\n  export ${variable}=$(openssl rand -hex 16)`,
  )
}

/** Better said by us than by the stack trace of a server that cannot listen. */
async function expectFree(port: number): Promise<void> {
  const probe = createServer().listen({ port, host: '127.0.0.1', exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

async function stateFolder(given: unknown, watchdog: Watchdog): Promise<AsyncDisposable & { readonly path: string }> {
  if (typeof given !== 'string') return workFolder(watchdog)
  const path = resolve(given)
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new UsageError(`--state ${given} ${whyNot(error)}`)
  })
  return { path, [Symbol.asyncDispose]: async () => undefined }
}
