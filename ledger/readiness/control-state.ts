import type { RuntimeControlBody } from '../record/body.ts'
import type { Facts } from './facts.ts'

type ControlEvent = Pick<RuntimeControlBody, 'state' | 'starts_at' | 'expires_at'>

/** The most restrictive first. Not knowing weighs more than a narrow `enabled`, and less than any explicit restriction. */
const byRestriction = ['disabled', 'degraded', 'unknown', 'enabled'] as const satisfies readonly Facts['control'][]

/**
 * The control that is in force, of the newest event that has begun for each selector: a narrow `enabled` never overrides
 * a broad `disabled`, and an event whose time is over leaves nobody knowing, never the older event (§3.1.2).
 */
export function controlState(newest: readonly ControlEvent[], now: string): Facts['control'] {
  const inForce = newest
    .filter(({ starts_at }) => starts_at <= now)
    .map(({ state, expires_at }) => (expires_at !== null && expires_at <= now ? 'unknown' : state))
  return byRestriction.find((state) => inForce.some((each) => each === state)) ?? 'unknown'
}
