import fc from 'fast-check'
import { type Generated, Violation } from '../harness/checks/verdict.ts'
import type { Random } from '../harness/checks/random.ts'

/** A value of a search with its description, and what makes it again. */
interface Described {
  readonly input: string
  readonly generated?: Generated
}

/**
 * Tries `probe` on generated values and shrinks the first violation to the smallest value that still shows it. Anything
 * else that `probe` throws ends the search at once and flies on: only a violation is worth shrinking. Where a value is
 * `given`, because a failure is done again, that one is tried and nothing is generated.
 */
export async function forAll<T extends Described>(
  values: fc.Arbitrary<T>,
  options: { readonly runs: number; readonly random: Random; readonly given?: T | undefined },
  probe: (value: T) => Promise<void>,
): Promise<void> {
  if (options.given) return await forEach([options.given], probe)
  let smallest: Violation | undefined
  let other: { readonly thrown: unknown } | undefined
  await fc.check(
    fc.asyncProperty(values, async (value) => {
      if (other) return
      try {
        await probe(value)
      } catch (thrown) {
        if (!(thrown instanceof Violation)) {
          other = { thrown }
          return
        }
        // fast-check only ever moves on to smaller values, so the last violation is the smallest.
        smallest = new Violation(thrown.expected, thrown.actual, value.input, value.generated)
        throw thrown
      }
    }),
    { numRuns: options.runs, seed: options.random.seed() },
  )
  if (other) throw other.thrown
  if (smallest) throw smallest
}

/** Tries `probe` on every value of a list; a violation names the value. */
export async function forEach<T extends Described>(
  values: readonly T[],
  probe: (value: T) => Promise<void>,
): Promise<void> {
  for (const value of values) await naming(value.input, () => probe(value), value.generated)
}

/** Adds the input in words to a violation that does not name one, with what makes it again. */
export async function naming(input: string, probe: () => Promise<void>, generated?: Generated): Promise<void> {
  try {
    await probe()
  } catch (thrown) {
    if (!(thrown instanceof Violation)) throw thrown
    if (thrown.input !== undefined) throw thrown
    throw new Violation(thrown.expected, thrown.actual, input, generated)
  }
}
