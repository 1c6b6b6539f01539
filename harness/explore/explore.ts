import { eachOf } from '../checks/poll.ts'
import { alphabetOf } from './alphabet.ts'
import { createCoverage, type Coverage } from './coverage.ts'
import { confirmed, type Found, type FoundViolation, type Shrinking, shrunk } from './found.ts'
import { type Laboratory, lanes } from './laboratory.ts'
import type { Planned, Stage } from './orders.ts'
import { planned } from './portions.ts'
import { needsTargetAlone } from './step.ts'
import { soundnessOfAll, type Trial } from './trial.ts'

/** What exploring a connector came to. */
export interface Exploration {
  readonly coverage: Coverage
  readonly violation: FoundViolation | undefined
  /** The harness itself failed. */
  readonly error: string | undefined
  /** It was interrupted. */
  readonly stopped: boolean
  /** Every single disturbance was tried, or as many schedules as were wanted. */
  readonly complete: boolean
  /** Why what was sound could not be looked at once more in the end. */
  readonly unjudged: string | undefined
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
  const inPortion: Found[] = []
  let found: Found | undefined
  let error: string | undefined
  let unjudged: string | undefined

  const mayGoOn = (): boolean =>
    inPortion.length === 0 && error === undefined && !signal.aborted && elapsed() < withinMs && coverage.tried < runs
  let left = new Set<Planned>()
  const attempt = async (each: Planned, inCompany: boolean): Promise<void> => {
    if (!mayGoOn()) return
    left.delete(each)
    if (coverage.skips(each)) return
    const number = coverage.begin(each)
    const once = async (): Promise<Trial> => {
      const trial = await laboratory.try(each.schedule)
      return each.stage === 'random' ? trial : soundnessOfAll(each.schedule, trial)
    }
    let trial = await once()
    // On a busy machine a connector may give up a request before the fault comes to it.
    if (mayComeOff(each, trial) && !signal.aborted) trial = await once()
    // What was under way when we were stopped says nothing.
    if (signal.aborted) return coverage.dropped(each)
    coverage.end(each, trial)
    told({ doing: 'exploring', stage: each.stage, coverage: coverage.soFar() })
    if (trial.is === 'violated') inPortion.push({ planned: each, violated: trial, after: number, inCompany })
    if (trial.is === 'error') error ??= trial.reason
  }
  for (const portionOf of plan.portions(from)) {
    left = new Set(portionOf)
    // A violation interrupts the portion; when it is not confirmed, that goes on.
    while (left.size > 0 && mayGoOn()) {
      const alone = [...left].filter(({ schedule }) => needsTargetAlone(schedule))
      const others = [...left].filter(({ schedule }) => !needsTargetAlone(schedule))
      const atOnce = laboratory.together ? lanes : 1
      await eachOf(others, atOnce, (each) => attempt(each, atOnce > 1))
      for (const each of alone) await attempt(each, false)
      found = await confirmed(laboratory, inPortion, coverage, signal)
      if (!found) inPortion.length = 0
    }
    if (!mayGoOn()) break
  }
  if (!found && !signal.aborted) {
    const late = await laboratory.late()
    if (late && 'unjudged' in late) unjudged = late.unjudged
    else if (late)
      found = {
        planned: { stage: 'random', schedule: late.schedule, covers: '' },
        violated: late.trial,
        after: coverage.tried,
        inCompany: false,
      }
  }
  const { singles } = coverage.soFar()
  return {
    coverage: coverage.soFar(),
    complete: coverage.tried >= runs || from !== 'singles' || singles.tried === singles.legal,
    unjudged,
    violation: found && (await shrunk(options, alphabet, found, elapsed())),
    error,
    stopped: signal.aborted,
    millis: elapsed(),
  }
}

/**
 * Whether another try may observe what one did not. A pair mostly has nothing left to disturb because the connector
 * remembers the operation.
 */
const mayComeOff = ({ stage, disturbance }: Planned, { is }: Trial): boolean =>
  is === 'inconclusive' || (is === 'vacuous' && stage === 'singles' && disturbance?.mayMiss !== 'read')
