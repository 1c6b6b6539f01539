import type { Mutant } from '../../../fixtures/index.ts'
import { isMust } from './levels.ts'
import type { Observation, Observed } from './observation.ts'

/** A case that said something else of a specimen than it must. */
export interface Deviation {
  readonly id: string
  readonly what: 'survivor' | 'wrong killer' | 'blamed' | 'undeserved pass' | 'pass of a facade'
  /** What it said. */
  readonly said: string
}

const unseen: Observed = { verdict: 'inconclusive', grounds: 'the case did not run' }
const said = ({ verdict, grounds }: Observed): string => `${verdict} ${grounds}`.trimEnd()

/**
 * A mutant is killed when every case it names fails, and no other changes its verdict against the reference of the same
 * shape, except those that are said to be affected.
 */
export function deviationsOfMutant(
  mutant: Mutant,
  observation: Observation,
  reference: Observation,
): readonly Deviation[] {
  const { killedBy, killedWith = 'fail', alsoAffects } = mutant
  const survived = isMatterOfChance(mutant)
    ? []
    : killedBy
        .map((id) => ({ id, seen: observation[id] ?? unseen }))
        .filter(({ seen }) => seen.verdict !== killedWith)
        .map(({ id, seen }): Deviation => ({ id, what: 'survivor', said: said(seen) }))
  const mayChange = (id: string): boolean => [...killedBy, ...alsoAffects].some((each) => standsFor(each, id))
  const strays = Object.entries(observation)
    .filter(([id, seen]) => seen.verdict !== reference[id]?.verdict && (!mayChange(id) || seen.verdict === 'error'))
    .map(([id, seen]): Deviation => ({ id, what: 'wrong killer', said: said(seen) }))
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
      const decided = ['pass', 'inapplicable'].includes(seen.verdict)
      if (!undecided.some((each) => standsFor(each, id)))
        return decided ? [] : [{ id, what: 'blamed', said: said(seen) }]
      if (seen.verdict === 'inconclusive') return []
      return [{ id, what: decided ? 'undeserved pass' : 'blamed', said: said(seen) }]
    })

export const deviationsOfFacade = (observation: Observation): readonly Deviation[] =>
  Object.entries(observation)
    .filter(([, { verdict }]) => verdict === 'pass' || verdict === 'error')
    .map(([id, seen]) => ({ id, what: 'pass of a facade', said: said(seen) }))
