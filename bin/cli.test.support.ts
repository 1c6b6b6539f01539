import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry } from '../fixtures/index.ts'
import { freePortBelowEphemeral } from '../harness/target/index.ts'
import { poll } from '../harness/target/waiting.ts'

/** What the tests of the built command line have in common. */

const entry = fileURLToPath(new URL('./touchstone.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Started {
  readonly pid: number
  readonly ended: Promise<Ended>
  /** Resolves when this stands in what it has written. */
  says(text: string): Promise<void>
  said(): string
  kill(signal: NodeJS.Signals): void
  closeOutput(): void
}

/** A folder to work in, with a TMPDIR of its own in which leftovers show. */
export interface Place {
  readonly path: string
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Started
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>
  write(name: string, text: string): Promise<void>
  read(name: string): Promise<string>
  /** Command lines of the processes that began here and are still there. */
  processes(): readonly string[]
  temporary(): Promise<readonly string[]>
}

/**
 * A test that fails, too, when a process or a temporary file is left behind.
 * @param declare uvu's `test`, or what skips where something is missing
 */
export function testInPlace(
  name: string,
  body: (place: Place) => Promise<void>,
  declare: (name: string, body: () => Promise<void>) => void = test,
): void {
  declare(name, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cli-'))
    const running = new Set<Started>()
    try {
      await mkdir(join(folder, 'work'))
      await mkdir(join(folder, 'tmp'))
      const place = placeIn(folder, running)
      await body(place)
      assert.ok(await poll(async () => place.processes().length === 0, 5_000), `left: ${place.processes().join('\n')}`)
      assert.equal(await place.temporary(), [])
    } finally {
      for (const one of running) one.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
    }
  })
}

function placeIn(folder: string, running: Set<Started>): Place {
  const path = join(folder, 'work')
  const start: Place['start'] = (args, env = {}) => {
    const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: path,
      env: { ...inherited, ...coverageOf(args), TMPDIR: join(folder, 'tmp'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
    const ended = once(child, 'close').then(([code, signal]) => {
      running.delete(started)
      return { code, signal, out, err } as Ended
    })
    const started: Started = {
      pid: child.pid ?? 0,
      ended,
      says: async (text) => {
        const said = await poll(async () => `${out}${err}`.includes(text), 20_000, ended)
        if (!said) throw new Error(`it never said ${text}, but:\n${out}${err}`)
      },
      said: () => `${out}${err}`,
      kill: (signal) => void child.kill(signal),
      closeOutput: () => void child.stdout.destroy(),
    }
    running.add(started)
    return started
  }
  return {
    path,
    start,
    run: (args, env) => start(args, env).ended,
    write: (name, text) => writeFile(join(path, name), text),
    read: (name) => readFile(join(path, name), 'utf8'),
    processes: () => processesWith(`TMPDIR=${join(folder, 'tmp')}`),
    temporary: () => readdir(join(folder, 'tmp')),
  }
}

/** Of command lines with the same command and options one is measured: that costs a process a third of its time. */
function coverageOf(args: readonly string[]): { readonly NODE_V8_COVERAGE?: undefined } {
  const kind = [...args.slice(0, 2), ...args.filter((each) => each.startsWith('--'))].join(' ')
  if (!measured.has(kind)) {
    measured.add(kind)
    return {}
  }
  return { NODE_V8_COVERAGE: undefined }
}

const measured = new Set<string>()

/** By what stands in their environment; empty where there is no /proc. */
function processesWith(variable: string): readonly string[] {
  const pids = processIds()
  return pids.flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
      // A zombie has no command line.
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()
      return environment.includes(variable) && command !== '' ? [`${pid} ${command}`] : []
    } catch {
      return []
    }
  })
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Exit code, and that the diagnostics are on the right stream and hold each of the parts. */
export function expectEnded(ended: Ended, code: number, ...parts: readonly string[]): void {
  const all = `${ended.out}\n${ended.err}`
  assert.is(ended.code, code, all)
  // The report is wrapped.
  const flat = all.replaceAll(/\s+/g, ' ')
  for (const part of parts) assert.ok(flat.includes(part), `${part}\nis not in\n${all}`)
  assert.not.match(all, /\n\s+at .*\.js:\d+/, 'a stack trace')
}

/** A refusal: one message on stderr, nothing on stdout. */
export function expectRefused(ended: Ended, ...parts: readonly string[]): void {
  expectEnded(ended, 2, ...parts)
  assert.is(ended.out, '')
  assert.match(ended.err, /^touchstone: /)
}

/** A touchstone.yaml for a connector that the harness starts: the reference connector unless told. */
export async function configuration(
  options: {
    readonly command?: readonly string[]
    readonly env?: Readonly<Record<string, string>>
    readonly port?: number
    readonly more?: string
    readonly process?: string
    readonly destination?: string
  } = {},
): Promise<string> {
  const port = options.port ?? (await freePortBelowEphemeral(Math.random))
  const {
    command = [process.execPath, referenceConnectorEntry],
    env = {},
    more = '',
    destination = 'simulate: generic',
  } = options
  return `connector: { url: "http://127.0.0.1:${port}" }
process:
  command: ${JSON.stringify(command)}
  ${options.process ?? ''}
  env: ${JSON.stringify({
    PORT: '${connector.port}',
    CONNECTOR_TOKEN: '${connector.token}',
    DESTINATION_URL: '${destination.url}',
    DESTINATION_TOKEN: '${destination.token}',
    STATE_DIR: '${work}/state',
    // Patient enough to meet every fault when the machine is busy.
    DESTINATION_TIMEOUT_MS: '1500',
    // Connectors have tests of their own, in which they are measured.
    ...('NODE_V8_COVERAGE' in process.env && { NODE_V8_COVERAGE: '' }),
    ...env,
  })}
destination: { ${destination} }
${more}
`
}

/** Something that listens and answers nothing. */
export async function occupiedPort(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}
