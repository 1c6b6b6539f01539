import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry } from '../../fixtures/index.ts'
import { exploreFixture } from './explore-fixture.ts'

// All of both shapes, pairs and random schedules: `explorer-table.ts`, whose figures are in docs/explore.md.

const withinMs = 150_000

test('the immediate reference connector breaks no rule in any single disturbance', async () => {
  const { coverage, violation } = await exploreFixture({
    entry: [referenceConnectorEntry],
    shape: 'immediate',
    runs: 350,
    withinMs,
  })
  assert.is(violation, undefined)
  assert.equal(coverage.unobserved, [])
  assert.is(coverage.singles.observed + coverage.singles.vacuous, coverage.singles.legal)
  assert.equal(coverage.blind, [])
})

// Each waits until it is published, which makes all of them a matter of minutes on a busy machine.
test('the asynchronous reference connector breaks no rule in the first hundred', async () => {
  const { coverage, violation } = await exploreFixture({
    entry: [referenceConnectorEntry],
    shape: 'asynchronous',
    runs: 100,
    withinMs,
  })
  assert.is(violation, undefined)
  assert.equal(coverage.unobserved, [])
  assert.ok(coverage.singles.observed > 20, `${coverage.singles.observed} observed`)
})

test.run()
