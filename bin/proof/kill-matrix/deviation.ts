import type { Mutant } from '../../../fixtures/index.ts'
import { isMust } from './cases.ts'
import type { Observation, Observed } from './observation.ts'

/** A case that said something else of a specimen than it must. */
export interface Deviation {
  readonly id: string
  readonly what: 'survivor' | 'wrong killer' | 'blamed' | 'undeserved pass' | 'pass of a facade'
  /** What it said. */
  readonly said: string
  /**
   * Whether it is met again before it counts. A machine that is busy with other runs can leave a case undecided, and a
   * broken connector can break more than usual; a wrong pass, or a fail of a correct connector, is wrong at once.
   */
  readonly secondTry: boolean
}

const unseen: Observed = { verdict: 'error', grounds: 'the case did not run' }

const deviation = (id: string, what: Deviation['what'], { verdict, grounds }: Observed): Deviation => ({
  id,
  what,
  said: `${verdict} ${grounds}`.trimEnd(),
  secondTry: verdict === 'inconclusive' || (what === 'wrong killer' && verdict === 'fail'),
})

const isClean = (seen: Observed | undefined): boolean => seen?.verdict === 'pass' || seen?.verdict === 'inapplicable'

/**
 * A mutant is killed when every case it names fails, which it must not do of the reference of the same shape, and no
 * other changes its verdict against that, except those that are said to be affected.
 */
export function deviationsOfMutant(
  mutant: Mutant,
  observation: Observation,
  reference: Observation,
): readonly Deviation[] {
  const { killedBy, killedWith = 'fail', alsoAffects, leavesUndecided = [] } = mutant
  const survived = isMatterOfChance(mutant)
    ? []
    : killedBy
        .map((id) => ({ id, seen: observation[id] ?? unseen }))
        .filter(({ id, seen }) => seen.verdict !== killedWith || !isClean(reference[id]))
        .map(({ id, seen }) => deviation(id, 'survivor', seen))
  const mayChange = (id: string, { verdict }: Observed): boolean =>
    [...killedBy, ...alsoAffects, ...(verdict === 'inconclusive' ? leavesUndecided : [])].some((each) =>
      standsFor(each, id),
    )
  const strays = Object.entries(observation)
    .filter(
      ([id, seen]) => seen.verdict === 'error' || (seen.verdict !== reference[id]?.verdict && !mayChange(id, seen)),
    )
    .map(([id, seen]) => deviation(id, 'wrong killer', seen))
  return [...survived, ...strays]
}

/** A case by its id, or by how its id begins: `restart/crash-*`. */
export const standsFor = (pattern: string, id: string): boolean =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern

/** Named cases of such a mutant are run many times by themselves instead. */
export const isMatterOfChance = ({ chance }: Mutant): boolean => chance !== undefined

/** Everything that blames a correct connector, or leaves a must undecided other than those that cannot be decided of it. */
export const deviationsOfCorrect = (
  observation: Observation,
  undecided: readonly string[] = [],
): readonly Deviation[] =>
  Object.entries(observation)
    .filter(([id, { verdict }]) => verdict === 'error' || isMust(id))
    .flatMap(([id, seen]): readonly Deviation[] => {
      const decided = isClean(seen)
      if (!undecided.some((each) => standsFor(each, id))) return decided ? [] : [deviation(id, 'blamed', seen)]
      if (seen.verdict === 'inconclusive') return []
      return [deviation(id, decided ? 'undeserved pass' : 'blamed', seen)]
    })

/** The reference breaks no should either: cases of that level kill mutants, too. */
export const deviationsOfReference = (observation: Observation): readonly Deviation[] =>
  Object.entries(observation)
    .filter(([, seen]) => !isClean(seen))
    .map(([id, seen]) => deviation(id, 'blamed', seen))

/** `honest`: what it does right, for what it says of itself and not of any post. */
export const deviationsOfFacade = (observation: Observation, honest: readonly string[]): readonly Deviation[] =>
  Object.entries(observation)
    .filter(([id, { verdict }]) =>
      verdict === 'pass' ? !honest.some((each) => standsFor(each, id)) : verdict === 'error',
    )
    .map(([id, seen]) => deviation(id, 'pass of a facade', seen))
