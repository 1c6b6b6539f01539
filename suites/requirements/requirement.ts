import type { Level } from '../../harness/checks/verdict.ts'

/** One numbered statement of the specification or of the rulings, and what becomes of it. */
export interface Requirement {
  readonly id: string
  /** Where it is written: `§11.3`, `§2.9`, `R5`. */
  readonly section: string
  readonly level: Level
  readonly statement: string
  readonly cover: Cover
}

/** `cases`: at least one case cites it. Anything else says why none does. */
export type Cover = { readonly by: 'cases' } | { readonly by: 'excluded'; readonly reason: string }

/** How the tables write one down: cases decide it unless it says `excluded`. */
export type Entry = ({ readonly must: string } | { readonly should: string }) & {
  readonly excluded?: string
}

/** The id begins with the place: `2.9-poll` is written in §2.9, `R12-member` in R12. */
export function requirement(id: string, entry: Entry): Requirement {
  const [level, statement] = 'must' in entry ? (['must', entry.must] as const) : (['should', entry.should] as const)
  return { id, section: sectionOf(id), level, statement, cover: coverOf(entry) }
}

function sectionOf(id: string): string {
  if (id === 'R-rev') return id
  const place = id.replace(/-.*$/, '')
  return place.startsWith('R') ? place : `§${place}`
}

function coverOf({ excluded }: Entry): Cover {
  if (excluded !== undefined) return { by: 'excluded', reason: excluded }
  return { by: 'cases' }
}
