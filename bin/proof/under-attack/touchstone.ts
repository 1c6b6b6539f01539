import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Place } from '../hostile/place.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Started {
  readonly ended: Promise<Ended>
  readonly closeOutput: () => void
}

export interface Way {
  /** A script for `sh` that runs touchstone as `"$@"`. */
  readonly script?: string
  /** In a mount namespace of its own, which goes with the process. */
  readonly mounts?: boolean
  /** A module of this folder, loaded into touchstone before anything else. */
  readonly preload?: string
  readonly env?: Readonly<Record<string, string>>
}

const entry = fileURLToPath(new URL('../../touchstone.js', import.meta.url))

/** The real command line as a process of its own, in the folder of the place. */
export function start(place: Place, args: readonly string[], way: Way = {}): Started {
  const preload = way.preload === undefined ? [] : ['--import', here(way.preload)]
  const touchstone = [process.execPath, ...preload, entry, ...args]
  const inShell = way.script === undefined ? touchstone : ['sh', '-c', way.script, 'sh', ...touchstone]
  const [program = '', ...rest] = way.mounts === true ? ['unshare', '--mount', '--map-root-user', ...inShell] : inShell
  const child = spawn(program, rest, {
    cwd: place.work,
    env: {
      PATH: process.env['PATH'],
      HOME: place.work,
      TMPDIR: place.temporary,
      CONNECTOR_TOKEN: 'token-of-nobody-0123456789',
      ...way.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  return {
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }) as Ended),
    closeOutput: () => void child.stdout.destroy(),
  }
}

export const runToEnd = (place: Place, args: readonly string[], way?: Way): Promise<Ended> =>
  start(place, args, way).ended

/** A compiled module of this folder. */
export const here = (module: string): string => fileURLToPath(new URL(module, import.meta.url))
