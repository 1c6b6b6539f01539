import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry } from '../../fixtures/index.ts'
import { exploreFixture } from './explore-fixture.ts'

// Pairs and random schedules: `explorer-table.ts`, whose figures are in docs/explore.md.

for (const shape of ['immediate', 'asynchronous'] as const) {
  test(`the ${shape} reference connector breaks no rule in any single disturbance`, async () => {
    const { coverage, violation } = await exploreFixture({
      entry: [referenceConnectorEntry],
      shape,
      runs: 350,
      withinMs: 120_000,
    })
    assert.is(violation, undefined)
    assert.equal(coverage.unobserved, [])
    assert.is(coverage.singles.observed + coverage.singles.vacuous, coverage.singles.legal)
    assert.equal(coverage.blind, [])
  })
}

test.run()
