import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Inconclusive } from '../harness/checks/verdict.ts'
import type { Attempt } from '../harness/faults/gate.ts'
import { expectWaited } from './response-size.ts'

const met = (applied: number | undefined, connectorGone: number | undefined): boolean => {
  try {
    // Safe: only these two are looked at.
    expectWaited({ applied, connectorGone } as Attempt)
    return true
  } catch (thrown) {
    if (thrown instanceof Inconclusive) return false
    throw thrown
  }
}

test('a connector that waited has met the large answer, and so has one that left in the middle of it', () => {
  assert.ok(met(5, undefined))
  assert.ok(met(5, 6))
})

test('one that gave up before has not', () => {
  assert.not(met(5, 4))
  assert.not(met(undefined, 4))
})

test.run()
