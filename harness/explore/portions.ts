import { randomOf } from '../checks/random.ts'
import type { Alphabet } from './alphabet.ts'
import { pairs, type Planned, singles, type Stage } from './orders.ts'
import { randomSchedules } from './shrink.ts'

/** Schedules are taken in portions of this size: of each, those that can are tried at the same time. */
const portion = 24

export interface Portions {
  readonly singles: readonly Planned[]
  readonly pairs: readonly Planned[]
  portions(from: Stage): Generator<readonly Planned[]>
}

/** Everything that an exploration tries, in order; it never ends by itself. */
export function planned(alphabet: Alphabet, seed: number): Portions {
  const all = { singles: singles(alphabet), pairs: pairs(alphabet, randomOf(seed, 'pairs')) }
  const random = randomOf(seed, 'random')
  return {
    ...all,
    *portions(from) {
      // Single disturbances at once, so that those that can be tried together are.
      if (from === 'singles') yield all.singles
      const wanted = from === 'random' ? [] : all.pairs
      for (let first = 0; first < wanted.length; first += portion) yield wanted.slice(first, first + portion)
      for (;;) {
        yield randomSchedules(alphabet, random.seed(), portion).map((schedule) => ({
          stage: 'random' as const,
          schedule,
          covers: '',
        }))
      }
    },
  }
}
