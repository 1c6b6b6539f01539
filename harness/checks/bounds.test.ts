import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { limits } from '../protocol/index.ts'
import { boundsAt, isInRealTime } from './bounds.ts'

test('in real time the bounds are those of R5', () => {
  const { healthWithinMs, healthDownWithinMs, healthUpWithinMs, operationWithinMs, operationPromptMs } = boundsAt(1)
  assert.equal(healthWithinMs, limits.healthWithinMs)
  assert.equal(healthDownWithinMs, limits.healthDownWithinMs)
  assert.equal(healthUpWithinMs, limits.healthUpWithinMs)
  assert.equal(operationWithinMs, limits.operationWithinMs)
  assert.equal(operationPromptMs, limits.operationPromptMs)
})

test('a factor shortens every bound alike', () => {
  const real = Object.values(boundsAt(1) as unknown as Record<string, number>)
  const short = Object.values(boundsAt(0.5) as unknown as Record<string, number>)
  assert.equal(
    short,
    real.map((millis) => millis / 2),
  )
})

test('only a run whose header names no factor, or 1, waited as long as the rulings say', () => {
  assert.ok(isInRealTime({}))
  assert.ok(isInRealTime({ timeScale: 1 }))
  assert.not.ok(isInRealTime({ timeScale: 0.1 }))
  assert.not.ok(isInRealTime({ timeScale: 10 }))
})

test.run()
