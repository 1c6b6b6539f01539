import fc from 'fast-check'
import { Violation } from '../harness/checks/verdict.ts'
import type { Random } from '../harness/checks/random.ts'

/**
 * Tries `probe` on generated values and shrinks the first violation to the smallest value that still shows it. Anything
 * else that `probe` throws ends the search at once and flies on: only a violation is worth shrinking.
 */
export async function forAll<T extends { readonly input: string }>(
  values: fc.Arbitrary<T>,
  options: { readonly runs: number; readonly random: Random },
  probe: (value: T) => Promise<void>,
): Promise<void> {
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
        smallest = new Violation(thrown.expected, thrown.actual, value.input)
        throw thrown
      }
    }),
    { numRuns: options.runs, seed: options.random.seed() },
  )
  if (other) throw other.thrown
  if (smallest) throw smallest
}

/** Tries `probe` on every value of a list; a violation names the value. */
export async function forEach<T extends { readonly input: string }>(
  values: readonly T[],
  probe: (value: T) => Promise<void>,
): Promise<void> {
  for (const value of values) await naming(value.input, () => probe(value))
}

/** Adds the input in words to a violation that does not name one. */
export async function naming(input: string, probe: () => Promise<void>): Promise<void> {
  try {
    await probe()
  } catch (thrown) {
    if (thrown instanceof Violation) throw new Violation(thrown.expected, thrown.actual, thrown.input ?? input)
    throw thrown
  }
}
