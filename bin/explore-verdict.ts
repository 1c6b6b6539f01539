import type { Exploration } from '../harness/explore/index.ts'
import { plural } from '../reporters/words.ts'

/** As design §2: 130 for an interrupted exploration, then 4, 1, 3, 0. */
export function exitCodeOf(exploration: Exploration): 0 | 1 | 3 | 4 | 130 {
  const { stopped, error, violation } = exploration
  if (stopped) return 130
  if (error !== undefined) return 4
  if (violation) return 1
  return whyUndecided(exploration).length > 0 ? 3 : 0
}

const namedAtMost = 5

/**
 * Why it cannot be said that nothing was found, each reason a clause. Pairs and random schedules are a sample, so that one of
 * them could not be observed decides nothing; single disturbances are all there are.
 */
export function whyUndecided({ coverage, complete, unjudged }: Exploration): readonly string[] {
  const { sound, doubts, blind, singles, unobserved } = coverage
  if (sound === 0) return ['nothing could be observed']
  const unseen = unobserved.filter(({ stage }) => stage === 'singles').length
  const more = blind.length > namedAtMost ? ` and ${blind.length - namedAtMost} more` : ''
  return [
    ...(complete
      ? []
      : [`only ${singles.tried} of ${singles.legal} single disturbances were tried: give it more --seconds`]),
    ...(unseen === 0 ? [] : [`${plural(unseen, 'single disturbance')} could not be observed`]),
    ...(blind.length === 0 ? [] : [`never struck: ${blind.slice(0, namedAtMost).join(', ')}${more}`]),
    ...(doubts === 0 ? [] : [`${plural(doubts, 'violation')} showed beside other operations and not alone`]),
    ...(unjudged === undefined ? [] : [`what was sound could not be looked at once more (${unjudged})`]),
  ]
}
