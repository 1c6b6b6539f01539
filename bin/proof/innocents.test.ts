import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { benignVariants, referenceConnectorEntry, type Shape, variantEntry } from '../../fixtures/index.ts'
import type { CaseResult } from '../../harness/run/index.ts'
import type { Configuration } from '../../harness/target/index.ts'
import { runFixture } from './run-fixture.ts'

/** Everything that blames a correct connector, or leaves a must undecided. */
const blame = (results: readonly CaseResult[]): readonly string[] =>
  results
    .filter(({ level, outcome }) => outcome.verdict === 'error' || (level === 'must' && !isClean(outcome.verdict)))
    .map(({ id, profile = '', outcome }) => `${id} ${profile} ${JSON.stringify(outcome)}`)

const isClean = (verdict: CaseResult['outcome']['verdict']): boolean => verdict === 'pass' || verdict === 'inapplicable'

for (const shape of ['immediate', 'asynchronous'] as const) {
  test(`the reference connector in its ${shape} shape is not blamed`, async () => {
    const results = await runFixture({ entry: [referenceConnectorEntry], shape })
    assert.equal(blame(results), [])
    assert.ok(results.filter(({ outcome }) => outcome.verdict === 'pass').length > 130)
  })
}

/** Run in full here; the rest of the benign variants by the kill matrix. */
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

for (const [id, shape] of chosen) {
  test(`the benign variant ${id} is not blamed`, async () => {
    const variant = benignVariants.find((each) => each.id === id)
    assert.ok(variant, `no benign variant ${id}`)
    const { env, workspaceId } = variant
    const change = (configuration: Configuration): Configuration =>
      workspaceId === undefined ? configuration : { ...configuration, connection: { workspaceId } }
    const results = await runFixture({ entry: [variantEntry, id], shape, change, ...(env ? { env } : {}) })
    assert.equal(blame(results), [])
  })
}

test.run()
