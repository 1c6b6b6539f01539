import type { CaseResult } from '../harness/run/result.ts'
import { groupBy } from './group-by.ts'

/** Cases that have one reason in common, so that it is told once. */
export interface SameGrounds {
  readonly reason: string
  readonly enable?: string
  readonly results: readonly CaseResult[]
}

/** What could not be observed; reasons that hold up must cases come first. */
export function inconclusiveByReason(results: readonly CaseResult[]): readonly SameGrounds[] {
  const groups = grouped(results, 'inconclusive')
  return [...groups.filter(holdsUpMust), ...groups.filter((group) => !holdsUpMust(group))]
}

/** Where the harness broke. */
export const errorsByReason = (results: readonly CaseResult[]): readonly SameGrounds[] => grouped(results, 'error')

/** What does not apply; `reason` is the clause. */
export const inapplicableByClause = (results: readonly CaseResult[]): readonly SameGrounds[] =>
  grouped(results, 'inapplicable')

export const holdsUpMust = ({ results }: SameGrounds): boolean => results.some(({ level }) => level === 'must')

function grouped(results: readonly CaseResult[], verdict: 'inconclusive' | 'error' | 'inapplicable'): SameGrounds[] {
  const alike = groupBy(
    results.filter(({ outcome }) => outcome.verdict === verdict),
    ({ outcome }) => JSON.stringify(outcome),
  )
  return [...alike.values()].map((same) => ({ ...groundsOf(same[0]), results: same }))
}

function groundsOf({ outcome }: CaseResult): Pick<SameGrounds, 'reason' | 'enable'> {
  switch (outcome.verdict) {
    case 'inconclusive':
      return { reason: outcome.reason, ...(outcome.enable === undefined ? {} : { enable: outcome.enable }) }
    case 'error':
      return { reason: outcome.reason }
    case 'inapplicable':
      return { reason: outcome.clause }
    case 'pass':
    case 'fail':
      return { reason: '' }
  }
}
