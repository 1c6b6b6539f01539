import { isInRealTime } from '../checks/bounds.ts'
import type { Plan } from './plan.ts'
import type { CaseResult } from './result.ts'

/** Of a whole run. */
export interface EndedRun {
  readonly plan: Pick<Plan, 'full'>
  readonly results: readonly CaseResult[]
  /** Neither interrupted nor past its deadline. */
  readonly complete: boolean
  readonly timeScale: number
  /** How many output profiles were driven. */
  readonly profiles: number
}

/**
 * Why no record may be made of a run, one sentence each (R26); empty when one may. A must case that failed is no reason:
 * the record then says `failed`.
 */
export function whyNotCertifiable({ plan, results, complete, timeScale, profiles }: EndedRun): readonly string[] {
  const musts = results.filter(({ level }) => level === 'must')
  const broken = results.filter(({ outcome }) => outcome.verdict === 'error').length
  const open = musts.filter(({ outcome }) => outcome.verdict === 'inconclusive').length
  return [
    ...(plan.full ? [] : ['cases were left out of the plan']),
    ...(complete ? [] : ['the run was not carried to its end']),
    ...(isInRealTime({ timeScale })
      ? []
      : ['every long wait was multiplied, so nothing was waited for as long as ruled']),
    ...(profiles > 0 ? [] : ['no output profile could be driven']),
    ...(broken === 0 ? [] : [`${casesIn(broken)} in which the harness itself failed`]),
    ...(open === 0 ? [] : [`${casesIn(open)} that must be decided and were inconclusive`]),
    ...(musts.some(({ outcome }) => outcome.verdict === 'pass') ? [] : ['nothing passed that could be recorded']),
  ]
}

const casesIn = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`
