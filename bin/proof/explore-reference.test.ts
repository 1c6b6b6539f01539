import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry, type Shape } from '../../fixtures/index.ts'
import { exploreFixture } from './explore-fixture.ts'

// All of both shapes, pairs and random schedules: `explorer-table.ts`, whose figures are in docs/explore.md.

const explored = (shape: Shape, runs: number): ReturnType<typeof exploreFixture> =>
  exploreFixture({ entry: [referenceConnectorEntry], shape, runs, withinMs: 150_000 })

test('the immediate reference connector breaks no rule in any single disturbance', async () => {
  const { coverage, violation } = await explored('immediate', 350)
  assert.is(violation, undefined)
  assert.equal(coverage.unobserved, [])
  assert.is(coverage.singles.observed + coverage.singles.vacuous, coverage.singles.legal)
  assert.equal(coverage.blind, [])
})

// Each waits until it is published, which makes all of them a matter of minutes on a busy machine.
test('the asynchronous reference connector breaks no rule in the first hundred', async () => {
  const { coverage, violation } = await explored('asynchronous', 100)
  assert.is(violation, undefined)
  assert.equal(coverage.unobserved, [])
  assert.ok(coverage.singles.observed > 20, `${coverage.singles.observed} observed`)
})

test.run()
