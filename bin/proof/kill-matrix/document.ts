import { type Mutant, mutants } from '../../../fixtures/index.ts'
import { standsFor } from './deviation.ts'
import { cases } from './levels.ts'
import { outOfReach, shouldWithoutMutant } from './out-of-reach.ts'

/**
 * The kill matrix for machines. It holds nothing that changes from run to run: it is what the mutants name, and it is
 * only written once every word of it was seen.
 */
export interface KillMatrix {
  readonly schema: 'touchstone-kill-matrix'
  readonly version: 1
  readonly cases: readonly MatrixCase[]
  readonly mutants: readonly MatrixMutant[]
  readonly outOfReach: typeof outOfReach
}

export interface MatrixCase {
  readonly id: string
  readonly level: 'must' | 'should'
  /** Mutants that it must notice. */
  readonly kills: readonly string[]
  /** Those of them that no other case notices. */
  readonly solely: readonly string[]
}

export interface MatrixMutant {
  readonly id: string
  readonly sentence: string
  readonly shapes: readonly string[]
  readonly killedBy: readonly string[]
  /** The verdict of `killedBy`. */
  readonly with: 'fail' | 'inconclusive'
  readonly byChance: boolean
  /** Cases whose verdict may change too; `*`: any. */
  readonly alsoAffects: readonly string[]
}

const sorted = (ids: readonly string[]): readonly string[] => [...new Set(ids)].toSorted()

const isSole = (mutant: Mutant): boolean => mutant.killedBy.length === 1 && affected(mutant).length === 0

/** Cases beside the named ones whose verdict may change; of a mutant that may change any, just that. */
function affected({ killedBy, alsoAffects }: Mutant): readonly string[] {
  if (alsoAffects.includes('*')) return ['*']
  const ids = cases.map(({ id }) => id).filter((id) => alsoAffects.some((pattern) => standsFor(pattern, id)))
  return sorted(ids.filter((id) => !killedBy.includes(id)))
}

export function killMatrix(): KillMatrix {
  const killing = (id: string): readonly Mutant[] => mutants.filter(({ killedBy }) => killedBy.includes(id))
  return {
    schema: 'touchstone-kill-matrix',
    version: 1,
    cases: cases.map(({ id, level }) => ({
      id,
      level,
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
        killedBy: sorted(mutant.killedBy),
        with: mutant.killedWith ?? 'fail',
        byChance: mutant.chance !== undefined,
        alsoAffects: affected(mutant),
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
