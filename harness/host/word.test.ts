import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange, Silence } from '../wire/exchange.ts'
import { readDocument } from '../wire/read-document.ts'
import { readLookup, readPublish } from './word.ts'

const common = { asked: { method: 'POST', path: '/v1/publishes' }, moments: { began: 1, ended: 2 }, millis: 1 }

const answer = (status: number, body: unknown): Exchange => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return { ...common, kind: 'answer', status, headers: {}, body: bytes, document: readDocument(bytes) }
}

const silence = (why: Silence['why']): Exchange => ({ ...common, kind: 'silence', why, detail: '' })

const problem = (status: number, more: object = {}): Exchange =>
  answer(status, { title: 'No', status, kind: 'k', ...more })

const pending = (poll: unknown): Exchange =>
  answer(202, { status: 'pending', provider_reference: 'r', poll_after_seconds: poll })

/** Exchange, what it means to a publish, what it means to a lookup. */
const table: readonly (readonly [name: string, exchange: Exchange, publish: string, lookup: string])[] = [
  ['published', answer(200, { status: 'published', external_id: 'e' }), 'published', 'published'],
  ['published without an id', answer(200, { status: 'published' }), 'unusable', 'unusable'],
  ['published under a failure status', answer(500, { status: 'published', external_id: 'e' }), 'unusable', 'unusable'],
  ['pending', pending(1), 'pending', 'pending'],
  ['pending without a wait', pending('soon'), 'unusable', 'unusable'],
  ['a 2xx failure', answer(200, { status: 'failed' }), 'unusable', 'unusable'],
  ['an empty 2xx', answer(204, ''), 'unusable', 'unusable'],
  ['a redirect', answer(302, {}), 'unusable', 'unusable'],
  ['two documents', answer(200, '{"status":"published","external_id":"e"}{}'), 'unusable', 'unusable'],
  ['rejected', problem(422, { outcome: 'rejected' }), 'rejected', 'rejected'],
  ['unknown', problem(502, { outcome: 'unknown' }), 'unknown', 'unknown'],
  ['a problem without an outcome', problem(500), 'unusable', 'unusable'],
  ['an outcome that is no word', problem(422, { outcome: 'perhaps' }), 'unusable', 'unusable'],
  [
    'a problem of another status',
    answer(422, { title: 'No', status: 400, kind: 'k', outcome: 'rejected' }),
    'unusable',
    'unusable',
  ],
  ['an untyped refusal', answer(422, { outcome: 'rejected' }), 'unusable', 'unusable'],
  ['404 with a typed problem', problem(404), 'unusable', 'absent'],
  ['404 that says rejected', problem(404, { outcome: 'rejected' }), 'rejected', 'absent'],
  ['404 that says unknown', problem(404, { outcome: 'unknown' }), 'unknown', 'unknown'],
  ['404 with an outcome that is no word', problem(404, { outcome: 'perhaps' }), 'unusable', 'unusable'],
  ['404 of some proxy', answer(404, 'not found'), 'unusable', 'unusable'],
  ['a refused token', problem(401), 'rejected', 'unusable'],
  ['a refused token that says rejected', problem(403, { outcome: 'rejected' }), 'rejected', 'unusable'],
  ['a refused token that says unknown', problem(403, { outcome: 'unknown' }), 'unknown', 'unknown'],
  ['a rate limit that says rejected', problem(429, { outcome: 'rejected', retry_after: 2 }), 'busy', 'busy'],
  ['a rate limit without a delay', problem(429, { outcome: 'rejected' }), 'rejected', 'unusable'],
  ['a rate limit that says nothing', problem(503, { retry_after: 2 }), 'unknown', 'busy'],
  ['a rate limit that says unknown', problem(503, { outcome: 'unknown', retry_after: 2 }), 'unknown', 'unknown'],
  ['no connection', silence('refused'), 'nothing sent', 'unusable'],
  ...(['reset', 'timed out', 'too large', 'malformed', 'given up'] as const).map(
    (why) => [why, silence(why), 'unusable', 'unusable'] as const,
  ),
]

test('each exchange means to a publish and to a lookup what the table says', () => {
  for (const [name, exchange, publish, lookup] of table) {
    assert.is(readPublish(exchange).is, publish, `${name}, to a publish`)
    assert.is(readLookup(exchange).is, lookup, `${name}, to a lookup`)
  }
})

test('delays are in milliseconds and survive the reading', () => {
  assert.equal(readLookup(pending(7)), { is: 'pending', providerReference: 'r', pollAfterMs: 7000 })
  assert.equal(readPublish(problem(503, { retry_after: 2 })), { is: 'unknown', retryAfterMs: 2000 })
  const busy = readPublish(problem(429, { outcome: 'rejected', retry_after: 2, provider_code: 'p' }))
  assert.equal(busy, {
    is: 'busy',
    retryAfterMs: 2000,
    refusal: { is: 'rejected', status: 429, kind: 'k', providerCode: 'p' },
  })
})

test.run()
