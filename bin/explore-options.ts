import type { Arguments } from './commands/index.ts'
import { type Look, readLook, readSeed } from './run-options.ts'
import { UsageError } from './usage-error.ts'
import { resolve } from 'node:path'

export interface ExploreSettings {
  readonly seed: number
  readonly runs: number | undefined
  readonly withinMs: number
  readonly out: string
  /** The folder as the user wrote it. */
  readonly shownOut: string
  readonly json: boolean
  readonly look: Look
}

/** A day: a timer holds no more than 24. */
const longestSeconds = 86_400

export function readExploreSettings(options: Arguments): ExploreSettings {
  const { runs, seconds } = options
  if (runs !== undefined && !(typeof runs === 'number' && Number.isSafeInteger(runs) && runs > 0)) {
    throw new UsageError('--runs takes a whole number above 0')
  }
  if (!(typeof seconds === 'number' && seconds > 0 && seconds <= longestSeconds)) {
    throw new UsageError(`--seconds takes a number above 0 and up to ${longestSeconds}`)
  }
  return {
    seed: readSeed(options),
    runs,
    withinMs: seconds * 1000,
    out: resolve(String(options['out'])),
    shownOut: String(options['out']),
    json: options['json'] === true,
    look: readLook(options),
  }
}
