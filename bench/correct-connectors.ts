import { runFixture } from '../bin/proof/run-fixture.ts'
import { benignVariants, referenceConnectorEntry, type Shape, variantEntry } from '../fixtures/index.ts'
import type { CaseResult } from '../harness/run/index.ts'

interface Correct {
  readonly name: string
  readonly entry: readonly [string, ...string[]]
  readonly shape: Shape
  readonly env?: Readonly<Record<string, string>>
  readonly workspaceId?: string
}

/** Slow on purpose: minutes a run. The kill matrix runs them, and those which nobody can decide. */
const slow = new Set(['slow-destination-timeout', 'slow-boot', 'health-cached'])

/** The reference in both shapes, and every benign variant in each of its own. */
export const correctConnectors: readonly Correct[] = [
  ...(['immediate', 'asynchronous'] as const).map((shape) => ({
    name: `reference ${shape}`,
    entry: [referenceConnectorEntry] as const,
    shape,
  })),
  ...benignVariants
    .filter(({ id, undecided }) => !slow.has(id) && undecided === undefined)
    .flatMap(({ id, shapes, env, workspaceId }) =>
      shapes.map((shape) => ({
        name: `${id} ${shape}`,
        entry: [variantEntry, id] as const,
        shape,
        ...(env ? { env } : {}),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      })),
    ),
]

/** What a full run said of a correct connector that is not right, in words. */
export interface Alarms {
  readonly cases: number
  readonly blamed: readonly string[]
  /** Must cases without a verdict. */
  readonly undecided: readonly string[]
}

export async function driveCorrect(number: number, seed: number): Promise<Alarms> {
  const correct = correctConnectors[number]
  if (!correct) throw new RangeError(`there is no correct connector ${number}`)
  const { name, entry, shape, env, workspaceId } = correct
  const results = await runFixture({
    entry,
    shape,
    seed,
    ...(env ? { env } : {}),
    change: (configuration) =>
      workspaceId === undefined ? configuration : { ...configuration, connection: { workspaceId } },
  })
  const said = (isMeant: (result: CaseResult) => boolean): readonly string[] =>
    results.filter(isMeant).map(({ id, outcome }) => `${name}, seed ${seed}: ${id} ${JSON.stringify(outcome)}`)
  return {
    cases: results.length,
    blamed: said(({ level, outcome: { verdict } }) => verdict === 'error' || (level === 'must' && verdict === 'fail')),
    undecided: said(({ level, outcome: { verdict } }) => level === 'must' && verdict === 'inconclusive'),
  }
}
