import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Attempt, Gate } from '../faults/gate.ts'
import { writeSeen } from './write-seen.ts'

const succeeded: Partial<Attempt> = { method: 'POST', write: true, answered: 7, upstreamStatus: 201, givenStatus: 201 }

const seen = (attempts: readonly Partial<Attempt>[], isLearned = true): ReturnType<typeof writeSeen> => {
  const learned = { write: isLearned ? { method: 'POST', path: '/items' } : undefined } as Gate['learned']
  return writeSeen({ attempts: () => attempts as readonly Attempt[], learned }, 'pub_1')
}

test('a write is answered when the connector was given its success', () => {
  assert.is(seen([succeeded]), 'answered')
  assert.is(seen([{ ...succeeded, upstreamStatus: 500, givenStatus: 500 }]), 'none')
  assert.is(seen([{ ...succeeded, givenStatus: 502 }]), 'none')
  assert.is(seen([{ ...succeeded, answered: undefined }]), 'none')
  assert.is(seen([{ ...succeeded, write: false }]), 'none')
  assert.is(seen([]), 'none')
})

test('one that was given up is said, whatever became of the others', () => {
  assert.is(seen([{ ...succeeded, answered: undefined, connectorGone: 8 }, succeeded]), 'uncertain')
})

test('so is one after whose answer the connector wrote again', () => {
  assert.is(seen([succeeded, succeeded]), 'uncertain')
  assert.is(seen([{ ...succeeded, givenStatus: 502 }, succeeded]), 'answered')
})

test('before the write is known, whatever may change something is one, and a read is not', () => {
  assert.is(seen([{ ...succeeded, write: false }], false), 'answered')
  assert.is(seen([{ ...succeeded, write: false, method: 'GET' }], false), 'none')
})

test.run()
