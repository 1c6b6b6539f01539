import process from 'node:process'
import { type Shape, startDestination } from '../../fixtures/index.ts'
import {
  type Exploration,
  explore,
  type ExploreOptions,
  type Laboratory,
  openLaboratory,
} from '../../harness/explore/index.ts'
import { openTarget, type OpenTarget } from '../../harness/run/index.ts'
import { referenceConfiguration } from '../reference-configuration.ts'

export interface Explored {
  /** Entry file and its arguments. */
  readonly entry: readonly [string, ...string[]]
  readonly shape: Shape
  readonly env?: Readonly<Record<string, string>>
  readonly timeScale?: number
  readonly seed?: number
  readonly signal?: AbortSignal
}

/** Opens one of our own connectors with every control, quietly. */
export async function inLaboratory<T>(
  { entry, shape, env, timeScale, seed = 1, signal = new AbortController().signal }: Explored,
  work: (laboratory: Laboratory, target: OpenTarget) => Promise<T>,
): Promise<T> {
  await using target = await openTarget(await referenceConfiguration(shape, entry, env), {
    environment: process.env,
    simulators: { generic: ({ token }) => startDestination({ token, unique: true }) },
    recorded: () => undefined,
    ...(timeScale === undefined ? {} : { timeScale }),
  })
  const laboratory = await openLaboratory({ target, seed, signal, emit: () => undefined })
  if ('reason' in laboratory) throw new Error(`nothing can be explored: ${laboratory.reason}`)
  return await work(laboratory, target)
}

/** Explores it. */
export const exploreFixture = (options: Explored & Partial<ExploreOptions>): Promise<Exploration> =>
  inLaboratory(options, (laboratory) => {
    const { seed = 1, withinMs = 60_000, signal = new AbortController().signal } = options
    return explore({ ...options, laboratory, seed, withinMs, signal })
  })
