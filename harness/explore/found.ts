import type { Alphabet } from './alphabet.ts'
import type { CoverageCount } from './coverage.ts'
import type { Laboratory } from './laboratory.ts'
import type { Planned } from './orders.ts'
import { chancyTries, shrink } from './shrink.ts'
import type { Schedule } from './step.ts'
import type { Trial, Violated } from './trial.ts'

export interface FoundViolation extends Omit<Violated, 'is'> {
  readonly schedule: Schedule
  /** As it was found. */
  readonly found: Schedule
  /** How many schedules had been tried when it was found, this one included. */
  readonly schedules: number
  readonly foundAfterMillis: number
  readonly shrinkTries: number
  readonly shrinkMillis: number
  /** False for a violation that showed once and never again. */
  readonly seenAgain: boolean
}

/** A violation as it was found. */
export interface Found {
  readonly planned: Planned
  readonly violated: Violated
  /** How many schedules had been tried. */
  readonly after: number
  /** Other schedules were tried at the same time. */
  readonly inCompany: boolean
}

/**
 * What showed while other operations were at work has to show alone too: otherwise nobody can be blamed for it, and nobody
 * is cleared of it.
 */
export async function confirmed(
  laboratory: Laboratory,
  all: readonly Found[],
  coverage: CoverageCount,
  signal: AbortSignal,
): Promise<Found | undefined> {
  for (const found of all) {
    const violated = found.inCompany ? await again(laboratory, found, signal) : found.violated
    if (violated) return { ...found, violated }
    if (!signal.aborted) coverage.doubt(found.planned, found.violated)
  }
  return undefined
}

async function again(
  laboratory: Laboratory,
  { planned: { schedule } }: Found,
  signal: AbortSignal,
): Promise<Violated | undefined> {
  for (let left = chancyTries; left > 0 && !signal.aborted; left -= 1) {
    const trial = await laboratory.try(schedule)
    if (trial.is === 'violated') return trial
  }
  return undefined
}

const shrinkWithinMsByDefault = 120_000

export interface ShrinkOptions {
  readonly laboratory: Laboratory
  readonly signal: AbortSignal
  /** Shrinking may take this long. */
  readonly shrinkWithinMs?: number
  readonly told?: (progress: Shrinking) => void
}

export interface Shrinking {
  readonly doing: 'shrinking'
  readonly tries: number
  readonly rule: Violated['rule']
}

/** The violation in its smallest form. */
export async function shrunk(
  { laboratory, signal, told = () => undefined, shrinkWithinMs = shrinkWithinMsByDefault }: ShrinkOptions,
  alphabet: Alphabet,
  { planned: { schedule }, violated: seen, after }: Found,
  foundAfterMillis: number,
): Promise<FoundViolation> {
  const began = performance.now()
  let tries = 0
  const attempt = async (schedule: Schedule): Promise<Trial> => {
    told({ doing: 'shrinking', tries: ++tries, rule: seen.rule })
    return laboratory.try(schedule)
  }
  const small = await shrink(
    alphabet,
    { schedule, violated: seen },
    attempt,
    () => !signal.aborted && performance.now() - began < shrinkWithinMs,
  )
  const { is: _, ...violated } = small.violated
  return {
    ...violated,
    schedule: small.schedule,
    found: schedule,
    schedules: after,
    foundAfterMillis,
    shrinkTries: small.tries,
    shrinkMillis: performance.now() - began,
    seenAgain: small.seenAgain,
  }
}
