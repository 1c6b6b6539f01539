import type { Planned, Stage } from './orders.ts'
import type { Trial, Violated } from './trial.ts'

/** How much was tried, and what came of it. */
export interface Coverage {
  readonly tried: number
  readonly sound: number
  readonly inconclusive: number
  readonly singles: Part
  readonly pairs: Part
  readonly random: number
  /** Single disturbances that could not be observed, and why; the first of each kind of reason first. */
  readonly unobserved: readonly { readonly covers: string; readonly reason: string; readonly enable?: string }[]
}

export interface Part {
  /** Observed: neither inconclusive nor broken off. */
  readonly observed: number
  readonly legal: number
}

/** Counts while schedules are tried. */
export interface CoverageCount {
  readonly tried: number
  /** Gives the number of the schedule, from 1. */
  begin(planned: Planned): number
  end(planned: Planned, trial: Trial): void
  /** A violation that showed only beside other operations: nobody can be blamed for it. */
  doubt(planned: Planned, violated: Violated): void
  /** It was broken off, and counts for nothing. */
  dropped(planned: Planned): void
  soFar(): Coverage
}

/** Reasons kept of single disturbances that were not observed. */
const reasonsKept = 50

export function createCoverage(singles: readonly Planned[], pairs: readonly Planned[]): CoverageCount {
  const observed: Record<Stage, number> = { singles: 0, pairs: 0, random: 0 }
  const unobserved: Coverage['unobserved'][number][] = []
  let tried = 0
  let sound = 0
  let inconclusive = 0
  return {
    get tried() {
      return tried
    },
    begin: () => ++tried,
    end({ stage, covers }, trial) {
      if (trial.is === 'sound') sound += 1
      if (trial.is === 'sound' || trial.is === 'violated') observed[stage] += 1
      if (trial.is !== 'inconclusive') return
      inconclusive += 1
      const { is: _, ...why } = trial
      if (stage === 'singles' && unobserved.length < reasonsKept) unobserved.push({ covers, ...why })
    },
    doubt({ stage, covers }, { expected, actual }) {
      observed[stage] -= 1
      inconclusive += 1
      const reason = `it was sound alone, but beside other operations it expected ${expected}, got ${actual}`
      if (unobserved.length < reasonsKept) unobserved.push({ covers: covers || 'a random schedule', reason })
    },
    dropped() {
      tried -= 1
    },
    soFar: () => ({
      tried,
      sound,
      inconclusive,
      singles: { observed: observed.singles, legal: singles.length },
      pairs: { observed: observed.pairs, legal: pairs.length },
      random: observed.random,
      unobserved: [...unobserved],
    }),
  }
}
