import type { Outcome } from '../checks/verdict.ts'
import type { Rule } from './broken.ts'
import type { Schedule } from './step.ts'
import { type Carried, soundness, type Trial } from './trial.ts'

/** Why nothing can be tried, and what would help. */
export interface Undecided {
  readonly reason: string
  readonly enable?: string
}

/** What came of a piece of work; `rule`: of a violation that the work itself did not show. */
export interface Ran {
  readonly outcome: Outcome
  readonly rule: Rule | undefined
}

export const undecided = (outcome: Outcome): Undecided => {
  switch (outcome.verdict) {
    case 'fail':
      return { reason: `an undisturbed publish failed: expected ${outcome.expected}, got ${outcome.actual}` }
    case 'inconclusive':
      return { reason: outcome.reason, ...(outcome.enable === undefined ? {} : { enable: outcome.enable }) }
    case 'error':
      return { reason: outcome.reason }
    case 'inapplicable':
      return { reason: outcome.clause }
    case 'pass':
      return { reason: 'nothing is known' }
  }
}

/** What an outcome says about a schedule; `rule`: the one that a failure breaks. */
export function trialOf(
  outcome: Outcome,
  schedule: Schedule,
  { effects, after }: Carried,
  rule: Rule | undefined,
): Trial {
  switch (outcome.verdict) {
    case 'pass':
      return soundness(schedule, effects)
    case 'fail': {
      const { expected, actual } = outcome
      if (rule !== undefined) return { is: 'violated', rule, expected, actual, after }
      return { is: 'error', reason: `a violation of no rule: expected ${expected}, got ${actual}` }
    }
    case 'inconclusive':
      return {
        is: 'inconclusive',
        reason: outcome.reason,
        ...(outcome.enable === undefined ? {} : { enable: outcome.enable }),
      }
    case 'inapplicable':
      return { is: 'inconclusive', reason: outcome.clause }
    case 'error':
      return { is: 'error', reason: outcome.reason }
  }
}
