import process from 'node:process'
import { type Shape, startDestination } from '../../fixtures/index.ts'
import { type Exploration, explore, type ExploreOptions, openLaboratory } from '../../harness/explore/index.ts'
import { openTarget } from '../../harness/run/index.ts'
import { referenceConfiguration } from '../reference-configuration.ts'

/** Explores one of our own connectors with every control, quietly. */
export async function exploreFixture(
  options: {
    /** Entry file and its arguments. */
    readonly entry: readonly [string, ...string[]]
    readonly shape: Shape
  } & Partial<ExploreOptions>,
): Promise<Exploration> {
  const { seed = 1, withinMs = 60_000 } = options
  await using target = await openTarget(await referenceConfiguration(options.shape, options.entry), {
    environment: process.env,
    simulators: { generic: ({ token }) => startDestination({ token, unique: true }) },
    recorded: () => undefined,
  })
  const signal = options.signal ?? new AbortController().signal
  const laboratory = await openLaboratory({ target, seed, signal, emit: () => undefined })
  if ('reason' in laboratory) throw new Error(`nothing can be explored: ${laboratory.reason}`)
  return await explore({ ...options, laboratory, seed, withinMs, signal })
}
