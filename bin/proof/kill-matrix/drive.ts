import { benignVariants, facadeEntry, mutants, referenceConnectorEntry, variantEntry } from '../../../fixtures/index.ts'
import type { Configuration } from '../../../harness/target/index.ts'
import { runFixture } from '../run-fixture.ts'
import { type Observation, observe } from './observation.ts'
import type { Specimen } from './specimen.ts'

/** Runs only when it is asked for, and costs a thousand requests. */
const timing = 'authentication/timing'

export interface Drive {
  readonly specimen: Specimen
  readonly timeScale: number
  /** Cases; all when empty. */
  readonly only: readonly string[]
  readonly seed: number
}

/** A run of one of our own connectors with every control. */
export async function drive({ specimen, timeScale, only, seed }: Drive): Promise<Observation> {
  const { kind, id, shape } = specimen
  const mutant = kind === 'mutant' ? mutants.find((each) => each.id === id) : undefined
  const benign = kind === 'benign' ? benignVariants.find((each) => each.id === id) : undefined
  const results = await runFixture({
    entry: entryOf(specimen),
    shape,
    only,
    seed,
    timeScale,
    timing: mutant?.killedBy.includes(timing) === true,
    // Patient with the destination: one that gives up before a fault is dealt never meets that fault.
    env: { TIME_SCALE: String(timeScale), DESTINATION_TIMEOUT_MS: '2000', ...benign?.env },
    change: (configuration) => adapted(configuration, kind === 'facade', benign?.workspaceId),
  })
  return observe(results)
}

function entryOf({ kind, id }: Specimen): readonly [string, ...string[]] {
  if (kind === 'reference') return [referenceConnectorEntry]
  return [kind === 'facade' ? facadeEntry : variantEntry, id]
}

function adapted(configuration: Configuration, isFacade: boolean, workspaceId: string | undefined): Configuration {
  const known = workspaceId === undefined ? configuration : { ...configuration, connection: { workspaceId } }
  if (!isFacade || known.process?.kind !== 'own') return known
  // One that never answers is not waited for as long as a connector.
  return { ...known, process: { ...known.process, readyWithinMs: 3_000 } }
}
