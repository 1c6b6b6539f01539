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

test('the events of an operation are in the order of their moments, however late they were told of', () => {
  const history = createHistory()
  const began = (nth: number, moment: number): void =>
    history.record({ type: 'write-began', operation: 'a', nth, moment })
  history.record({ type: 'kill', moment: 4 })
  began(3, 5)
  began(1, 2)
  history.record({ type: 'outage-began', how: 'refused', moment: 1 })
  history.record({ type: 'up', moment: 7 })
  began(2, 3)
  began(4, 6)
  const moments = (): number[] => history.operation('a').map(({ moment }) => moment)
  assert.equal(moments(), [1, 2, 3, 4, 5, 6, 7])
  assert.equal(
    history.all().map(({ moment }) => moment),
    [4, 5, 2, 1, 7, 3, 6],
  )
  const before = history.operation('a')
  history.record({ type: 'kill', moment: 8 })
  began(5, 9)
  assert.is(before.length, 7, 'what was given stays as it was')
  assert.equal(moments(), [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test.run()
