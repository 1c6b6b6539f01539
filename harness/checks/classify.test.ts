import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome } from '../history/index.ts'
import { classify } from './classify.ts'
import { answerOf, silenceOf } from './exchange.test.support.ts'

const published = { status: 'published', external_id: 'item_1', idempotency_ttl_seconds: 60 }
const pending = { status: 'pending', provider_reference: 'work:1', poll_after_seconds: 1 }
const problem = (status: number, outcome?: string): Record<string, unknown> => ({
  title: 'No',
  status,
  kind: 'no',
  ...(outcome === undefined ? {} : { outcome }),
})

const isFor = (kind: 'publish' | 'lookup', status: number, body: unknown): Outcome['is'] =>
  classify(answerOf(status, body), kind).is

test('a result is what it says, whatever its 2xx status', () => {
  assert.equal(classify(answerOf(200, published), 'publish'), { is: 'published', externalId: 'item_1' })
  assert.equal(classify(answerOf(202, pending), 'lookup'), { is: 'pending', providerReference: 'work:1' })
})

test('a 2xx without a valid result is none of the answers of the protocol', () => {
  assert.is(isFor('publish', 200, { status: 'failed' }), 'other')
  assert.is(isFor('publish', 200, { ...pending, poll_after_seconds: 0 }), 'other')
})

test('only the operation route says with 404 that there is no operation', () => {
  assert.is(isFor('lookup', 404, problem(404)), 'absent')
  assert.is(isFor('publish', 404, problem(404, 'rejected')), 'rejected')
})

test('a problem is its outcome', () => {
  assert.is(isFor('publish', 502, problem(502, 'unknown')), 'unknown')
  assert.equal(classify(answerOf(422, problem(422, 'rejected')), 'publish'), { is: 'rejected', status: 422 })
})

test('a publish that fails without an outcome is an answer that the protocol does not have', () => {
  assert.is(isFor('publish', 500, problem(500)), 'other')
})

test('a limit that has not looked, and a lookup that says nothing, constrain nothing', () => {
  assert.is(isFor('publish', 429, problem(429)), 'silent')
  assert.is(isFor('publish', 503, problem(503)), 'silent')
  assert.is(isFor('lookup', 500, problem(500)), 'silent')
})

test('a refused connection sent nothing; any other silence may have sent everything', () => {
  assert.is(classify(silenceOf('refused'), 'publish').is, 'not sent')
  for (const why of ['reset', 'timed out', 'too large', 'malformed', 'given up'] as const) {
    assert.is(classify(silenceOf(why), 'publish').is, 'silent')
  }
})

test.run()
