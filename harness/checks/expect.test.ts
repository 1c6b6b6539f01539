import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answerOf, silenceOf } from './exchange.test.support.ts'
import {
  expectAnswer,
  expectProblem,
  expectRefusal,
  expectResult,
  expectSuccess,
  expectTaken,
  expectUnauthorized,
  outcomeOf,
} from './expect.ts'
import { Inconclusive, Violation } from './verdict.ts'

const problem = { title: 'No', status: 422, kind: 'no', outcome: 'rejected' }
const isViolation = (thrown: unknown): boolean => thrown instanceof Violation
const isInconclusive = (thrown: unknown): boolean => thrown instanceof Inconclusive

test('nobody listening, and our own leaving, say nothing about the connector', () => {
  for (const why of ['refused', 'given up'] as const) {
    assert.throws(() => expectAnswer(silenceOf(why), 'an answer'), isInconclusive)
    assert.throws(() => expectUnauthorized(silenceOf(why)), isInconclusive)
  }
})

test('any other silence is an answer that is owed', () => {
  for (const why of ['reset', 'timed out', 'too large', 'malformed'] as const) {
    assert.throws(() => expectAnswer(silenceOf(why), 'an answer'), isViolation)
  }
})

test('a problem is typed, under its own status, and no redirect or success', () => {
  assert.is(expectProblem(answerOf(422, problem), 'rejected').kind, 'no')
  assert.throws(() => expectProblem(answerOf(400, problem)), isViolation)
  assert.throws(() => expectProblem(answerOf(200, { ...problem, status: 200 })), isViolation)
  assert.throws(() => expectProblem(answerOf(302, { ...problem, status: 302 })), isViolation)
  assert.throws(() => expectProblem(answerOf(422, { error: 'no' })), isViolation)
})

test('the media type of a problem is good practice, no more', () => {
  const plain = { ...answerOf(422, problem), headers: { 'content-type': 'text/plain' } }
  assert.is(expectProblem(plain).title, 'No')
})

test('the outcome is judged as the route demands', () => {
  const { outcome: _none, ...silent } = problem
  assert.throws(() => expectProblem(answerOf(422, silent), 'rejected'), isViolation)
  assert.throws(
    () => expectProblem(answerOf(422, { ...problem, outcome: 'unknown' }), 'rejected-or-absent'),
    isViolation,
  )
  assert.is(expectProblem(answerOf(422, silent), 'rejected-or-absent').outcome, undefined)
})

test('a result is 2xx and of the right shape', () => {
  const published = { status: 'published', external_id: 'item_1', idempotency_ttl_seconds: 1 }
  assert.is(expectResult(answerOf(200, published)).status, 'published')
  assert.throws(() => expectResult(answerOf(422, problem)), isViolation)
  assert.throws(() => expectResult(answerOf(200, { status: 'failed' })), isViolation)
})

test('a limit that asks to come back leaves open what it turned away, also when it says that nothing was written', () => {
  const limit = { ...problem, status: 429, retry_after: 1 }
  assert.throws(() => expectResult(answerOf(429, limit)), isInconclusive)
  assert.throws(() => expectSuccess(answerOf(429, limit)), isInconclusive)
  const { retry_after: _none, ...final } = limit
  assert.throws(() => expectResult(answerOf(429, final)), isViolation)
  assert.throws(() => expectSuccess(answerOf(429, final)), isViolation)
})

test('a publish whose write was lost by itself has refused nothing', () => {
  assert.throws(() => expectTaken(answerOf(502, { ...problem, status: 502, outcome: 'unknown' })), isInconclusive)
  assert.throws(() => expectTaken(answerOf(422, { ...problem, outcome: 'rejected' })), isViolation)
  const pending = { status: 'pending', provider_reference: 'job-1', poll_after_seconds: 1 }
  assert.is(expectTaken(answerOf(202, pending)).status, 'pending')
})

test('one who was turned away for load was not refused for what was asked', () => {
  for (const shed of [
    { ...problem, status: 429 },
    { ...problem, status: 429, retry_after: 1 },
    { ...problem, status: 503, retry_after: 1 },
  ]) {
    assert.throws(() => expectRefusal(answerOf(shed.status, shed), 'rejected'), isInconclusive)
  }
  assert.is(expectRefusal(answerOf(503, { ...problem, status: 503 }), 'rejected').kind, 'no', 'R2: any status but 2xx')
  assert.is(expectRefusal(answerOf(422, problem), 'rejected').kind, 'no')
  assert.is(expectRefusal(answerOf(500, { ...problem, status: 500 }), 'rejected').kind, 'no')
  assert.throws(() => expectRefusal(answerOf(200, { status: 'published' }), 'rejected'), isViolation)
})

test('an outcome is one of two words, and a member of the document itself', () => {
  assert.is(outcomeOf(answerOf(500, { outcome: 'maybe' })), undefined)
  assert.is(outcomeOf(answerOf(500, Object.create({ outcome: 'rejected' }))), undefined)
  assert.is(outcomeOf(answerOf(500, { outcome: 'unknown' })), 'unknown')
})

test.run()
