import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nextMoment } from '../wire/exchange.ts'
import { createHistory } from './history.ts'

test('a call is recorded when it begins and when it ends, in order', () => {
  const history = createHistory()
  const first = history.begin('a', 'publish')
  const second = history.begin('a', 'lookup')
  second.end({ is: 'absent' })
  first.end({ is: 'unknown' })
  assert.equal(
    history.all().map((event) => event.type),
    ['invoke', 'invoke', 'return', 'return'],
  )
  const [publish, lookup] = history.calls('a')
  assert.is(publish?.kind, 'publish')
  assert.equal(lookup?.outcome, { is: 'absent' })
  assert.ok((lookup?.returned ?? 0) < (publish?.returned ?? 0))
})

test('the first end of a call counts, and an open call has none', () => {
  const history = createHistory()
  const call = history.begin('a', 'publish')
  assert.is(history.calls('a')[0]?.outcome, undefined)
  call.end({ is: 'unknown' })
  call.end({ is: 'silent' })
  assert.equal(history.calls('a')[0]?.outcome, { is: 'unknown' })
  assert.is(history.all().length, 2)
})

test('the events of an operation include those of the whole target, also the ones before it', () => {
  const history = createHistory()
  history.record({ type: 'outage-began', how: 'refused', moment: nextMoment() })
  history.begin('a', 'publish').end({ is: 'unknown' })
  history.begin('b', 'publish').end({ is: 'unknown' })
  history.record({ type: 'outage-ended', moment: nextMoment() })
  assert.equal(
    history.operation('a').map((event) => event.type),
    ['outage-began', 'invoke', 'return', 'outage-ended'],
  )
  assert.is(history.operation('c').length, 2)
  assert.is(history.calls('b').length, 1)
})

test.run()
