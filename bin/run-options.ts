import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import process from 'node:process'
import { UsageError } from './usage-error.ts'
import type { Arguments } from './commands/index.ts'

export const formats = ['json', 'junit', 'html', 'summary', 'events'] as const
export type Format = (typeof formats)[number]

/** What `run` and `demo` have in common. */
export interface RunSettings {
  readonly seed: number
  readonly out: string
  /** The folder as the user wrote it. */
  readonly shownOut: string
  readonly formats: readonly Format[]
  readonly json: boolean
  readonly deadlineMs: number | undefined
  readonly timing: boolean
  readonly look: Look
}

/** One day, as for `deadline_s`. */
const longestDeadline = 86_400

/** How the terminal output looks. */
export interface Look {
  readonly verbosity: 'quiet' | 'normal' | 'verbose'
  readonly color: boolean
  readonly columns: number
  /** A line that rewrites itself for a terminal, lines that stay for a log. */
  readonly progress: 'rewritten' | 'lines' | 'none'
}

export function readRunSettings(options: Arguments): RunSettings {
  const seed = readSeed(options)
  const deadline = number(options, 'deadline')
  // A timer of Node's holds no more than 24 days, and fires at once beyond.
  if (deadline !== undefined && !(deadline > 0 && deadline <= longestDeadline)) {
    throw new UsageError(`--deadline takes a number of seconds above 0 and up to ${longestDeadline}`)
  }
  const chosen = options['reporter']
  return {
    seed,
    out: resolve(String(options['out'])),
    shownOut: String(options['out']),
    formats: Array.isArray(chosen) ? formats.filter((format) => chosen.includes(format)) : formats,
    json: options['json'] === true,
    deadlineMs: deadline === undefined ? undefined : deadline * 1000,
    timing: options['timing'] === true,
    look: readLook(options),
  }
}

export function readSeed(options: Arguments): number {
  const seed = number(options, 'seed') ?? randomInt(0x7fff_ffff)
  if (!Number.isSafeInteger(seed) || seed < 0) throw new UsageError('--seed takes a whole number of 0 or more')
  return seed
}

export function readLook(options: Arguments): Look {
  const { stdout, stderr, env } = process
  const wanted = options['color'] ?? (env['NO_COLOR'] === undefined || env['NO_COLOR'] === '')
  return {
    verbosity: options['quiet'] === true ? 'quiet' : options['verbose'] === true ? 'verbose' : 'normal',
    color: wanted === true && (options['color'] === true || stdout.isTTY === true),
    columns: stdout.columns || 100,
    progress: options['quiet'] === true ? 'none' : stderr.isTTY === true ? 'rewritten' : 'lines',
  }
}

function number(options: Arguments, name: string): number | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || Number.isNaN(value)) throw new UsageError(`--${name} takes a number`)
  return value
}
