import { type Mutant, mutants } from '../../../fixtures/index.ts'
import { standsFor } from './deviation.ts'
import { cases } from './cases.ts'
import { outOfReach, shouldWithoutMutant } from './out-of-reach.ts'
import type { Reasons } from './reasons.ts'

/**
 * The kill matrix for machines. It holds nothing that changes from run to run: it is what the mutants name, with the
 * words in which the cases said so, and it is only written once every word of it was seen.
 */
export interface KillMatrix {
  readonly schema: 'touchstone-kill-matrix'
  readonly version: 2
  readonly cases: readonly MatrixCase[]
  readonly mutants: readonly MatrixMutant[]
  readonly outOfReach: typeof outOfReach
}

export interface MatrixCase {
  readonly id: string
  readonly level: 'must' | 'should'
  /** What it decides. */
  readonly requirements: readonly string[]
  /** Mutants that it must notice. */
  readonly kills: readonly string[]
  /** Those of them that no other case notices. */
  readonly solely: readonly string[]
}

export interface MatrixMutant {
  readonly id: string
  readonly sentence: string
  readonly shapes: readonly string[]
  readonly killedBy: readonly Kill[]
  /** The verdict of `killedBy`. */
  readonly with: 'fail' | 'inconclusive'
  readonly byChance: boolean
  /** Cases whose verdict may change too. */
  readonly alsoAffects: readonly string[]
  /** Cases that may be undecided, and may not fail; `*`: any. */
  readonly leavesUndecided: readonly string[]
}

export interface Kill {
  readonly case: string
  /** What the case said that it expected; where it withheld its pass, why. */
  readonly why: readonly string[]
}

const sorted = (ids: readonly string[]): readonly string[] => [...new Set(ids)].toSorted()

const isSole = (mutant: Mutant): boolean => mutant.killedBy.length === 1 && affected(mutant).length === 0

/** What the patterns stand for, but for the cases that it names; `*` stays. */
function expanded({ killedBy }: Mutant, patterns: readonly string[]): readonly string[] {
  if (patterns.includes('*')) return ['*']
  const ids = cases.map(({ id }) => id).filter((id) => patterns.some((pattern) => standsFor(pattern, id)))
  return sorted(ids.filter((id) => !killedBy.includes(id)))
}

const affected = (mutant: Mutant): readonly string[] => expanded(mutant, mutant.alsoAffects)

export function killMatrix(reasons: Reasons): KillMatrix {
  const killing = (id: string): readonly Mutant[] => mutants.filter(({ killedBy }) => killedBy.includes(id))
  return {
    schema: 'touchstone-kill-matrix',
    version: 2,
    cases: cases.map(({ id, level, requirements }) => ({
      id,
      level,
      requirements,
      kills: sorted(killing(id).map((mutant) => mutant.id)),
      solely: sorted(
        killing(id)
          .filter(isSole)
          .map((mutant) => mutant.id),
      ),
    })),
    mutants: mutants
      .map((mutant): MatrixMutant => ({
        id: mutant.id,
        sentence: mutant.sentence,
        shapes: mutant.shapes,
        killedBy: sorted(mutant.killedBy).map((id) => ({ case: id, why: sorted(reasons[mutant.id]?.[id] ?? []) })),
        with: mutant.killedWith ?? 'fail',
        byChance: mutant.chance !== undefined,
        alsoAffects: affected(mutant),
        leavesUndecided: expanded(mutant, mutant.leavesUndecided ?? []),
      }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    outOfReach,
  }
}

/** Cases that no mutant is named for, and should not be without one; a must case is never excused. */
export const idleCases = (matrix: KillMatrix): readonly string[] =>
  matrix.cases
    .filter(({ kills, level, id }) => kills.length === 0 && (level === 'must' || !(id in shouldWithoutMutant)))
    .map(({ id, level }) => `${id} (${level}) kills nothing`)

/** Kills that were never seen with a reason, which is to say never seen. */
export const unseenKills = (matrix: KillMatrix): readonly string[] =>
  matrix.mutants.flatMap(({ id, killedBy }) =>
    killedBy.filter(({ why }) => why.length === 0).map((kill) => `mutant ${id}: no kill by ${kill.case} was ever seen`),
  )
