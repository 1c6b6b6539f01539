import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange, Moments } from '../wire/exchange.ts'
import { overlapped } from './overlapped.ts'

const exchange = (moments: Moments): Exchange => ({
  kind: 'silence',
  asked: { method: 'POST', path: '/v1/publishes' },
  moments,
  millis: 1,
  why: 'reset',
  detail: 'made up',
})

test('calls overlap when the last was sent before the first was answered', () => {
  assert.ok(
    overlapped([
      exchange({ began: 1, sent: 3, firstByte: 5, ended: 7 }),
      exchange({ began: 2, sent: 4, firstByte: 6, ended: 8 }),
    ]),
  )
})

test('one answer before the last request was sent proves nothing', () => {
  assert.not(
    overlapped([
      exchange({ began: 1, sent: 2, firstByte: 3, ended: 4 }),
      exchange({ began: 1, sent: 5, firstByte: 6, ended: 7 }),
    ]),
  )
})

test('a request that is not known to be sent proves nothing', () => {
  assert.not(overlapped([exchange({ began: 1, sent: 3, firstByte: 5, ended: 7 }), exchange({ began: 2, ended: 8 })]))
})

test.run()
