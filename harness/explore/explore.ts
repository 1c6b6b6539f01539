import { eachOf } from '../checks/poll.ts'
import { alphabetOf } from './alphabet.ts'
import { createCoverage, type Coverage } from './coverage.ts'
import { confirmed, type Found, type FoundViolation, type Shrinking, shrunk } from './found.ts'
import { type Laboratory, lanes } from './laboratory.ts'
import type { Planned, Stage } from './orders.ts'
import { planned } from './portions.ts'
import { needsTargetAlone } from './step.ts'

/** What exploring a connector came to. */
export interface Exploration {
  readonly coverage: Coverage
  readonly violation: FoundViolation | undefined
  /** The harness itself failed. */
  readonly error: string | undefined
  /** Everything that was planned was tried, or the bound that was given was reached; not so when it was stopped. */
  readonly stopped: boolean
  readonly millis: number
}

export interface ExploreOptions {
  readonly laboratory: Laboratory
  readonly seed: number
  /** Schedules tried at most. */
  readonly runs?: number
  /** No schedule begins later than this. */
  readonly withinMs: number
  /** Begins with this stage. */
  readonly from?: Stage
  /** Shrinking may take this much longer. */
  readonly shrinkWithinMs?: number
  readonly signal: AbortSignal
  readonly told?: (progress: Progress) => void
}

export type Progress =
  { readonly doing: 'exploring'; readonly stage: Planned['stage']; readonly coverage: Coverage } | Shrinking

/** Tries single disturbances, then pairs, then random schedules, until one breaks a rule or the bounds are reached. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { laboratory, seed, from = 'singles', runs = Infinity, withinMs, signal, told = () => undefined } = options
  const began = performance.now()
  const elapsed = (): number => performance.now() - began
  const alphabet = alphabetOf(laboratory.controls)
  const plan = planned(alphabet, seed)
  const coverage = createCoverage(plan.singles, plan.pairs)
  let found: Found | undefined
  let error: string | undefined

  const mayGoOn = (): boolean =>
    !found && error === undefined && !signal.aborted && elapsed() < withinMs && coverage.tried < runs
  const attempt = async (each: Planned, inCompany: boolean): Promise<void> => {
    if (!mayGoOn()) return
    const number = coverage.begin(each)
    let trial = await laboratory.try(each.schedule)
    // On a busy machine a connector may give up a request before the fault comes to it.
    if (trial.is === 'inconclusive' && !signal.aborted) trial = await laboratory.try(each.schedule)
    // What was under way when we were stopped says nothing.
    if (signal.aborted) return coverage.dropped(each)
    coverage.end(each, trial)
    told({ doing: 'exploring', stage: each.stage, coverage: coverage.soFar() })
    if (trial.is === 'violated') found ??= { planned: each, violated: trial, after: number, inCompany }
    if (trial.is === 'error') error ??= trial.reason
  }
  for (const portionOf of plan.portions(from)) {
    if (!mayGoOn()) break
    const alone = portionOf.filter(({ schedule }) => needsTargetAlone(schedule))
    const others = portionOf.filter(({ schedule }) => !needsTargetAlone(schedule))
    const atOnce = laboratory.together ? lanes : 1
    await eachOf(others, atOnce, (each) => attempt(each, atOnce > 1))
    for (const each of alone) await attempt(each, false)
    found = await confirmed(laboratory, found, coverage, signal)
  }
  if (!found && !signal.aborted) {
    const late = await laboratory.late()
    if (late)
      found = {
        planned: { stage: 'random', schedule: late.schedule, covers: '' },
        violated: late.trial,
        after: coverage.tried,
        inCompany: false,
      }
  }
  return {
    coverage: coverage.soFar(),
    violation: found && (await shrunk(options, alphabet, found, elapsed())),
    error,
    stopped: signal.aborted,
    millis: elapsed(),
  }
}
