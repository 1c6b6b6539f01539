import { type Mutant, mutants } from '../../../fixtures/index.ts'
import type { KillMatrix } from './document.ts'
import type { Observation } from './observation.ts'

/** By mutant, then by case that kills it: the words with which it does. A race or a profile can make them several. */
export type Reasons = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** What the named cases of a mutant said, of those that killed it. */
export interface Kills {
  readonly mutant: Mutant
  readonly observation: Observation
}

export function reasonsIn(kills: readonly Kills[]): Reasons {
  const reasons: Record<string, Record<string, string[]>> = {}
  for (const { mutant, observation } of kills) {
    for (const id of mutant.killedBy) {
      const { verdict, why } = observation[id] ?? {}
      if (verdict !== (mutant.killedWith ?? 'fail') || why === undefined) continue
      const words = ((reasons[mutant.id] ??= {})[id] ??= [])
      if (!words.includes(why)) words.push(why)
    }
  }
  return reasons
}

export const reasonsOf = ({ mutants: kept }: KillMatrix): Reasons =>
  Object.fromEntries(
    kept.map(({ id, killedBy }) => [id, Object.fromEntries(killedBy.map((each) => [each.case, each.why]))]),
  )

/** The words of these kills with those that were known of them before: what depends on chance is not seen every time. */
export const withKnown = (known: Reasons, seen: Reasons): Reasons =>
  Object.fromEntries(
    Object.entries(seen).map(([mutant, kills]) => [
      mutant,
      Object.fromEntries(
        Object.entries(kills).map(([id, words]) => [
          id,
          [...new Set([...words, ...(known[mutant]?.[id] ?? [])])].toSorted(),
        ]),
      ),
    ]),
  )

/** Kills with words that nobody has looked at: the case may have failed because of something else. */
export const unknownReasons = (known: Reasons, seen: Reasons): readonly string[] =>
  mutants.flatMap(({ id: mutant }) =>
    Object.entries(seen[mutant] ?? {}).flatMap(([id, words]) =>
      words
        .filter((why) => known[mutant]?.[id]?.includes(why) !== true)
        .map((why) => `other reason: mutant ${mutant}: ${id}: ${why}`),
    ),
  )
