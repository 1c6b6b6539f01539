import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkOperationResult, readOperationResult } from './operation-result.ts'

const published = { status: 'published', external_id: '42', idempotency_ttl_seconds: 86_400 }
const pending = { status: 'pending', provider_reference: 'job-1', poll_after_seconds: 5 }

const summary = (value: unknown, odd: ReadonlyMap<string, string> = new Map()): readonly string[] =>
  checkOperationResult(value, odd).map(({ topic, level, pointer }) => `${level} ${topic} ${pointer}`)

test('published and pending results are accepted, also with members of the other shape', () => {
  assert.equal(summary(published), [])
  assert.equal(summary({ ...published, external_url: 'https://x.example/42' }), [])
  assert.equal(summary({ ...published, provider_reference: null, poll_after_seconds: 0 }), [])
  assert.equal(summary(pending), [])
  assert.equal(summary({ ...pending, external_url: null }), [])
})

test('a result has one of the two states, and failed is a topic of its own', () => {
  assert.equal(summary({ ...published, status: 'failed' }), ['must failed /status'])
  for (const value of [{}, { status: 'done' }, { status: null }, [], null, 'published']) {
    assert.equal(summary(value), ['must shape /status'])
  }
})

test('a published result has an external id', () => {
  for (const external_id of [undefined, null, '', 42]) {
    assert.equal(summary({ ...published, external_id }), ['must shape /external_id'])
  }
})

test('an external URL is absolute and HTTPS', () => {
  for (const external_url of ['http://x.example/', '/posts/42', 'https://x.example/a b', null, 42]) {
    assert.equal(summary({ ...published, external_url }), ['must url /external_url'])
  }
})

test('the idempotency time is 0 to one leap year, and its absence is bad practice', () => {
  const ttl = (idempotency_ttl_seconds: unknown): readonly string[] =>
    summary({ ...published, idempotency_ttl_seconds })
  for (const good of [0, 1, 31_622_400]) assert.equal(ttl(good), [])
  for (const bad of [-1, 31_622_401, 1.5, '86400', null, Infinity]) {
    assert.equal(ttl(bad), ['must ttl /idempotency_ttl_seconds'])
  }
  assert.equal(summary({ status: 'published', external_id: '42' }), ['should ttl /idempotency_ttl_seconds'])
})

test('a pending result has a reference and is polled after 1 to 3600 seconds', () => {
  assert.equal(summary({ ...pending, provider_reference: '' }), ['must shape /provider_reference'])
  for (const good of [1, 3600]) assert.equal(summary({ ...pending, poll_after_seconds: good }), [])
  for (const bad of [0, 3601, 2.5, '5', null, undefined]) {
    assert.equal(summary({ ...pending, poll_after_seconds: bad }), ['must poll /poll_after_seconds'])
  }
})

test('the wait is written as an integer', () => {
  assert.equal(summary(pending, new Map([['/poll_after_seconds', '5.0']])), ['must poll /poll_after_seconds'])
  assert.equal(summary({ ...pending, poll_after_seconds: 1e9 }, new Map([['/poll_after_seconds', '1e9']])), [
    'must poll /poll_after_seconds',
  ])
  assert.equal(summary(published, new Map([['/idempotency_ttl_seconds', '8.64e4']])), [])
})

test('a result is read unless a required member is missing or of another type', () => {
  assert.equal(readOperationResult(published), published)
  assert.equal(readOperationResult({ ...pending, poll_after_seconds: 9999 }), { ...pending, poll_after_seconds: 9999 })
  assert.equal(readOperationResult({ ...published, external_url: null }), published)
  assert.is(readOperationResult({ ...pending, provider_reference: 1 }), undefined)
  assert.is(readOperationResult({ ...published, status: 'failed' }), undefined)
})

test.run()
