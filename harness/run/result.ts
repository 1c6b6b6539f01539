import type { Level, Outcome, Verdict } from '../checks/verdict.ts'

/** The verdict on one case (for one profile), with its grounds. */
export interface CaseResult {
  readonly id: string
  readonly check: string
  readonly title: string
  /** Only for cases that run once for each output profile. */
  readonly profile?: string
  readonly level: Level
  readonly requirements: readonly string[]
  readonly outcome: Outcome
  readonly millis: number
}

export type Counts = Readonly<Record<Verdict | 'warning', number>>

/** How many of each; a should case that failed is a warning and not a fail. */
export function countVerdicts(results: readonly CaseResult[]): Counts {
  const counts = { pass: 0, fail: 0, inconclusive: 0, inapplicable: 0, error: 0, warning: 0 }
  for (const { level, outcome } of results)
    counts[level === 'should' && outcome.verdict === 'fail' ? 'warning' : outcome.verdict] += 1
  return counts
}
