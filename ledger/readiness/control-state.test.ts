import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { controlState } from './control-state.ts'

const now = '2026-11-15T12:00:00.000Z'
const before = '2026-11-15T11:59:59.999Z'
const after = '2026-11-15T12:00:00.001Z'
const event = (
  state: 'enabled' | 'degraded' | 'disabled',
  expires_at: string | null = null,
  starts_at = before,
): Parameters<typeof controlState>[0][number] => ({ state, starts_at, expires_at })

test('the most restrictive of all selectors is in force', () => {
  assert.is(controlState([event('enabled')], now), 'enabled')
  assert.is(controlState([event('enabled'), event('disabled'), event('degraded')], now), 'disabled')
  assert.is(controlState([event('enabled'), event('degraded')], now), 'degraded')
})

test('without an event nobody knows', () => {
  assert.is(controlState([], now), 'unknown')
  assert.is(controlState([event('enabled', null, after)], now), 'unknown')
})

test('an event whose time is over brings back no older one, and hides no restriction', () => {
  assert.is(controlState([event('disabled', now)], now), 'unknown')
  assert.is(controlState([event('disabled', after)], now), 'disabled')
  assert.is(controlState([event('enabled'), event('disabled', now)], now), 'unknown')
  assert.is(controlState([event('degraded'), event('disabled', now)], now), 'degraded')
})

test.run()
