import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { hostileEntry } from '../../../fixtures/index.ts'
import { connectionRefused, freePortBelowEphemeral } from '../../../harness/target/index.ts'
import { poll } from '../../../harness/target/waiting.ts'
import { openPlace } from './place.ts'
import type { Siege } from './siege.ts'
import { setTrap } from './trap.ts'

/** What was seen of one run from outside. */
export interface Seen {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly millis: number
  /** Bytes. */
  readonly peak: number
  /** Standard output and standard error. */
  readonly terminal: Buffer
  /** By path below the working folder, without what was there before. */
  readonly files: ReadonlyMap<string, Buffer>
  readonly processes: readonly string[]
  readonly temporary: readonly string[]
  readonly portIsFree: boolean
  readonly caught: readonly string[]
  /** Tokens, and every post that the connector was sent. */
  readonly secrets: readonly string[]
  /** It was sent posts, and no words were found in them that could be searched for. */
  readonly unmarked: boolean
}

const tellPeak = fileURLToPath(new URL('./tell-peak.js', import.meta.url))
const touchstone = fileURLToPath(new URL('../../touchstone.js', import.meta.url))

/** What the end of a run may take beyond its deadline: ending the connector, reading its log, writing reports. */
export const closingMs = 25_000

/** Runs the real command line against the hostile connector and watches. */
export async function besiege(siege: Siege): Promise<Seen> {
  await using place = await openPlace()
  await using trap = await setTrap()
  const port = await freePortBelowEphemeral(Math.random)
  const [token, destinationToken] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  await writeFile(join(place.work, 'touchstone.yaml'), configuration(siege, port, trap.url))

  const began = performance.now()
  const child = spawn(...commandLine(siege), {
    cwd: place.work,
    env: {
      PATH: process.env['PATH'],
      HOME: place.work,
      TMPDIR: place.temporary,
      TERM: 'xterm-256color',
      PEAK_FILE: join(place.work, peakFile),
      CONNECTOR_TOKEN: token,
      DESTINATION_TOKEN: destinationToken,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
    return chunks
  })
  // Nothing should ever need this; it keeps a harness that hangs from hanging the proof.
  const timer = setTimeout(() => void child.kill('SIGKILL'), siege.deadlineS * 1000 + closingMs)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  clearTimeout(timer)
  const millis = performance.now() - began

  // A process that was killed is there for a moment longer.
  await poll(async () => place.processes().length === 0, 2_000)
  const processes = place.processes().map(([, command]) => command)
  const portIsFree = await connectionRefused(`http://127.0.0.1:${port}`)
  const files = await place.files()
  const posts = files.get(postsFile) ?? Buffer.alloc(0)
  const markers = canaries(posts)
  return {
    code,
    signal,
    millis,
    peak: Number(files.get(peakFile)?.toString() ?? 0) * 1024,
    terminal: Buffer.concat(written.flat()),
    files: new Map([...files].filter(([path]) => !given.includes(path))),
    processes,
    temporary: await readdir(place.temporary),
    portIsFree,
    caught: [...trap.caught],
    secrets: [token, destinationToken, ...markers],
    unmarked: posts.includes('"operation_id"') && markers.length === 0,
  }
}

const postsFile = 'posts.ndjson'
const peakFile = 'peak'
const given = ['touchstone.yaml', postsFile, peakFile]

/** Every post carries words that are nowhere else, made so that they can be found. */
const canaries = (posts: Buffer): readonly string[] => [
  ...new Set(posts.toString('utf8').match(/(?<![a-z0-9])c[a-z0-9]{20}(?![a-z0-9])/g)),
]

/** Runs a command under a pseudo-terminal. Every Debian has it; where it is missing the siege fails and says so. */
const pseudoTerminal = '/usr/bin/script'

function commandLine({ only = [], terminal }: Siege): [program: string, arguments_: readonly string[]] {
  const options = ['run', '--seed', '1', '--out', 'out', '--verbose', ...only.flatMap((each) => ['--only', each])]
  const words = [process.execPath, '--import', tellPeak, touchstone, ...options] as const
  if (!terminal) return [words[0], words.slice(1)]
  const line = words.map((word) => `'${word}'`).join(' ')
  return [pseudoTerminal, ['--quiet', '--return', '--command', line, '/dev/null']]
}

function configuration(
  { id, only, deadlineS, readyWithin = 60_000, shape = 'immediate' }: Siege,
  port: number,
  trap: string,
): string {
  return JSON.stringify({
    connector: { url: `http://127.0.0.1:${port}`, token: { env: 'CONNECTOR_TOKEN' } },
    process: {
      command: [process.execPath, hostileEntry, id],
      env: {
        PORT: '${connector.port}',
        SHAPE: shape,
        CONNECTOR_TOKEN: '${connector.token}',
        DESTINATION_URL: '${destination.url}',
        DESTINATION_TOKEN: '${destination.token}',
        STATE_DIR: '${work}/state',
        // Under load a tenth of it would be an outage; only a full plan has outages to wait for.
        DESTINATION_TIMEOUT_MS: only === undefined ? '1000' : '5000',
        POSTS_FILE: postsFile,
        TRAP_URL: trap,
      },
      ready_within_ms: readyWithin,
    },
    destination: { simulate: 'generic', token: { env: 'DESTINATION_TOKEN' } },
    logs: { from: 'process' },
    builtin_providers: ['mastodon'],
    deadline_s: deadlineS,
  })
}
