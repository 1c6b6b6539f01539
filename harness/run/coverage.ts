import type { Case, Check } from '../checks/define.ts'
import type { Level } from '../checks/verdict.ts'

/** A requirement as coverage sees it. */
export interface Covered {
  readonly id: string
  readonly level: Level
  readonly cover: { readonly by: 'cases' } | { readonly by: 'excluded'; readonly reason: string }
}

/** Which cases decide which requirement, and everything that does not add up. */
export interface Coverage {
  readonly casesOf: ReadonlyMap<string, readonly string[]>
  /** To be decided by cases, and cited by none. */
  readonly gaps: readonly string[]
  /** Cited by a case, but not in the list. */
  readonly dangling: readonly string[]
  /** Excluded, and cited all the same. */
  readonly contradicted: readonly string[]
}

export const citedRequirements = (checks: readonly Check[]): ReadonlyMap<string, readonly string[]> => {
  const cited = new Map<string, string[]>()
  for (const { id, requirements } of checks.flatMap(({ cases }) => cases)) {
    for (const requirement of requirements) cited.set(requirement, [...(cited.get(requirement) ?? []), id])
  }
  return cited
}

export function coverageOf(checks: readonly Check[], requirements: readonly Covered[]): Coverage {
  const casesOf = citedRequirements(checks)
  const ids = new Set(requirements.map(({ id }) => id))
  return {
    casesOf,
    gaps: requirements.filter(({ id, cover }) => cover.by === 'cases' && !casesOf.has(id)).map(({ id }) => id),
    dangling: [...casesOf.keys()].filter((id) => !ids.has(id)),
    contradicted: requirements.filter(({ id, cover }) => cover.by !== 'cases' && casesOf.has(id)).map(({ id }) => id),
  }
}

/** The weakest level among the requirements of a case: a case cannot promote a should. */
export function levelOf(subject: Case, requirements: readonly Covered[]): Level {
  const levels = subject.requirements.map((id) => requirements.find((each) => each.id === id)?.level)
  return levels.includes('should') ? 'should' : 'must'
}
