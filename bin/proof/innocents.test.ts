import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { benignVariants, referenceConnectorEntry, type Shape, variantEntry } from '../../fixtures/index.ts'
import { eachOf } from '../../harness/checks/poll.ts'
import type { CaseResult } from '../../harness/run/index.ts'
import type { Configuration } from '../../harness/target/index.ts'
import { runFixture } from './run-fixture.ts'

/** Everything that blames a correct connector, or leaves a must undecided. */
const blame = (results: readonly CaseResult[]): readonly string[] =>
  results
    .filter(({ level, outcome }) => outcome.verdict === 'error' || (level === 'must' && !isClean(outcome.verdict)))
    .map(({ id, profile = '', outcome }) => `${id} ${profile} ${JSON.stringify(outcome)}`)

const isClean = (verdict: CaseResult['outcome']['verdict']): boolean => verdict === 'pass' || verdict === 'inapplicable'

// Each run waits more than it works, so several fit on two cores.
const lanes = 3

test('the reference connector is not blamed in either shape', async () => {
  const blamed = await eachOf(['immediate', 'asynchronous'] as const, lanes, async (shape) => {
    const results = await runFixture({ entry: [referenceConnectorEntry], shape })
    assert.ok(results.filter(({ outcome }) => outcome.verdict === 'pass').length > 130)
    return blame(results).map((each) => `${shape}: ${each}`)
  })
  assert.equal(blamed.flat(), [])
})

/** Run in full here; the rest of them belong to the kill matrix. */
const chosen: readonly (readonly [id: string, shape: Shape])[] = [
  ['unknown-instead-of-pending', 'immediate'],
  ['outbox-worker', 'asynchronous'],
  ['single-threaded', 'immediate'],
  ['no-keep-alive', 'asynchronous'],
  ['hashed-key-in-path', 'asynchronous'],
  ['title-in-url', 'immediate'],
  ['fixed-workspace', 'asynchronous'],
  ['sheds-bursts', 'asynchronous'],
]

test('a benign variant is not blamed', async () => {
  const blamed = await eachOf(chosen, lanes, async ([id, shape]) => {
    const variant = benignVariants.find((each) => each.id === id)
    assert.ok(variant, `no benign variant ${id}`)
    const { env, workspaceId } = variant
    const change = (configuration: Configuration): Configuration =>
      workspaceId === undefined ? configuration : { ...configuration, connection: { workspaceId } }
    const results = await runFixture({ entry: [variantEntry, id], shape, change, ...(env ? { env } : {}) })
    return blame(results).map((each) => `${id}: ${each}`)
  })
  assert.equal(blamed.flat(), [])
})

test.run()
