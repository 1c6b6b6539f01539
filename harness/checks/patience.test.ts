import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answer } from '../wire/exchange.ts'
import { answerOf, silenceOf } from './exchange.test.support.ts'
import { comeBack, nextDelayMs, patiently } from './patience.ts'
import { askedToComeBack } from './turned-away.ts'

const { signal } = new AbortController()
const limited = (members: Record<string, unknown>, status = 429): Answer =>
  answerOf(status, { title: 'Too many', status, kind: 'too_many', ...members })

test('only a limit that names a delay asks to come back', () => {
  assert.is(askedToComeBack(limited({ retry_after: 2 })), 2)
  assert.is(askedToComeBack(limited({})), undefined)
  assert.is(askedToComeBack(limited({ retry_after: '2' })), undefined)
  assert.is(askedToComeBack(limited({ retry_after: 2 }, 503)), undefined)
  assert.is(askedToComeBack(silenceOf('reset')), undefined)
})

test('a request that was turned away is sent again, eight times at most', async () => {
  let sent = 0
  await patiently(async () => limited({ retry_after: 0, sent: ++sent }), signal)
  assert.is(sent, 8)
})

test('those who were turned away together do not come back together, and none of them too early', () => {
  const delays = [1, 2, 3].map(() => nextDelayMs([limited({ retry_after: 1 })]))
  assert.is(new Set(delays).size, 3)
  assert.ok(delays.every((millis) => millis >= 1000 && millis < 2000))
  assert.is(nextDelayMs([limited({ retry_after: 0 })]), 0)
})

test('the first answer that is no limit is given', async () => {
  const answers = [limited({ retry_after: 0 }), answerOf(200, {}), answerOf(500, {})]
  const last = await patiently(async () => answers.shift() ?? silenceOf('reset'), signal)
  assert.is(last.kind === 'answer' && last.status, 200)
})

test('an outcome that is unknown is never asked for again, and neither is a delay of hours waited for', async () => {
  for (const members of [{ retry_after: 0, outcome: 'unknown' }, { retry_after: 7200 }]) {
    let sent = 0
    await patiently(async () => limited({ ...members, sent: ++sent }), signal)
    assert.is(sent, 1)
  }
})

test('an aborted signal ends the waiting', async () => {
  const waiting = comeBack([limited({ retry_after: 60 })], AbortSignal.abort())
  assert.is(((await waiting.catch((thrown: unknown) => thrown)) as Error).name, 'AbortError')
})

test.run()
