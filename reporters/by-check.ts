import type { CaseResult, Counts } from '../harness/run/result.ts'
import { countVerdicts } from '../harness/run/result.ts'
import type { Commentary } from './commentary.ts'
import { groupBy } from './group-by.ts'

export interface CheckResults {
  readonly id: string
  readonly title: string
  readonly results: readonly CaseResult[]
  readonly counts: Counts
}

/** The results by check in the order of the commentary; checks of which nothing ran are left out. */
export function byCheck(results: readonly CaseResult[], { checks }: Commentary): readonly CheckResults[] {
  const found = groupBy(results, ({ check }) => check)
  const unknown = [...found.keys()].filter((check) => !checks.some(({ id }) => id === check))
  return [...checks, ...unknown.map((id) => ({ id, title: '' }))].flatMap(({ id, title }) => {
    const own = found.get(id)
    return own ? [{ id, title, results: own, counts: countVerdicts(own) }] : []
  })
}

/** `check/slug`, or `check/slug [profile]`. */
export const nameOf = ({ id, profile }: Pick<CaseResult, 'id' | 'profile'>): string =>
  profile === undefined ? id : `${id} [${profile}]`

/** The same without the check. */
export const nameInCheck = (result: Pick<CaseResult, 'id' | 'profile'>): string =>
  nameOf(result).slice(result.id.indexOf('/') + 1)
