import type { Disturbance } from './alphabet.ts'
import type { Planned, Stage } from './orders.ts'
import type { Trial, Violated } from './trial.ts'

/** How much was tried, and what came of it. */
export interface Coverage {
  readonly tried: number
  /** Nothing was broken, and all that was to disturb did. */
  readonly sound: number
  /** Nothing was broken, but something found nothing to disturb; what is there for a combination proves nothing then. */
  readonly vacuous: number
  readonly inconclusive: number
  /** Those of the inconclusive ones that broke a rule beside others, and alone did not. */
  readonly doubts: number
  readonly singles: Part
  readonly pairs: Part
  /** Random schedules that were observed. */
  readonly random: number
  /** What could not be observed, and why; the first that were met. */
  readonly unobserved: readonly Unobserved[]
  /** Single disturbances that every connector gives something to strike, and that struck in no order of inspection. */
  readonly blind: readonly string[]
}

export interface Part {
  /** Observed: everything struck, and neither inconclusive nor broken off. */
  readonly observed: number
  readonly vacuous: number
  readonly tried: number
  readonly legal: number
}

export interface Unobserved {
  readonly stage: Stage
  readonly covers: string
  readonly reason: string
  readonly enable?: string
}

/** Counts while schedules are tried. */
export interface CoverageCount {
  readonly tried: number
  /** Gives the number of the schedule, from 1. */
  begin(planned: Planned): number
  end(planned: Planned, trial: Trial): void
  /** A violation that showed only beside other operations: nobody can be blamed for it. */
  doubt(planned: Planned, violated: Violated): void
  /** It was not tried, because another order of inspection found no read to strike; gives whether that is so. */
  skips(planned: Planned): boolean
  /** It was broken off, and counts for nothing. */
  dropped(planned: Planned): void
  soFar(): Coverage
}

/** Reasons kept of what was not observed. */
const reasonsKept = 50

export function createCoverage(singles: readonly Planned[], pairs: readonly Planned[]): CoverageCount {
  const none = (): Record<Stage, number> => ({ singles: 0, pairs: 0, random: 0 })
  const observed = none()
  const vacuous = none()
  const skipped = none()
  const ended = none()
  const inconclusive = none()
  const struck = new Set<Disturbance>()
  const missed = new Set<Disturbance>()
  const unobserved: Unobserved[] = []
  let tried = 0
  let sound = 0
  let doubts = 0
  const unseen = ({ stage, covers }: Planned, why: { readonly reason: string; readonly enable?: string }): void => {
    inconclusive[stage] += 1
    const { reason, enable } = why
    const mend = enable === undefined ? {} : { enable }
    if (unobserved.length < reasonsKept)
      unobserved.push({ stage, covers: covers || 'a random schedule', reason, ...mend })
  }
  const sum = (counts: Record<Stage, number>): number => counts.singles + counts.pairs + counts.random
  const part = (stage: Stage, legal: number): Part => ({
    observed: observed[stage],
    vacuous: vacuous[stage] + skipped[stage],
    tried: ended[stage],
    legal,
  })
  return {
    get tried() {
      return tried
    },
    begin: () => ++tried,
    end(planned, trial) {
      const { stage, disturbance } = planned
      ended[stage] += 1
      if (trial.is === 'sound') sound += 1
      if (trial.is === 'sound' || trial.is === 'violated') {
        observed[stage] += 1
        if (disturbance) struck.add(disturbance)
      }
      if (trial.is === 'vacuous') {
        vacuous[stage] += 1
        if (disturbance) missed.add(disturbance)
      }
      if (trial.is === 'inconclusive') unseen(planned, trial)
    },
    doubt(planned, { expected, actual }) {
      observed[planned.stage] -= 1
      doubts += 1
      unseen(planned, {
        reason: `it was sound alone, but beside other operations it expected ${expected}, got ${actual}`,
      })
    },
    skips({ stage, disturbance }) {
      const skips = disturbance?.mayMiss === 'read' && missed.has(disturbance) && !struck.has(disturbance)
      if (skips) {
        ended[stage] += 1
        skipped[stage] += 1
      }
      return skips
    },
    dropped() {
      tried -= 1
    },
    soFar: () => ({
      tried,
      sound,
      vacuous: sum(vacuous),
      inconclusive: sum(inconclusive),
      doubts,
      singles: part('singles', singles.length),
      pairs: part('pairs', pairs.length),
      random: observed.random,
      unobserved: [...unobserved],
      blind: [...missed].filter((each) => !each.mayMiss && !struck.has(each)).map(({ name }) => name),
    }),
  }
}
