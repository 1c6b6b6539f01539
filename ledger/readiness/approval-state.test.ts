import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approvalState } from './approval-state.ts'

const now = '2026-11-15T12:00:00.000Z'
const review = {
  approval_state: 'approved',
  approval_tier: 'basic',
  reviewed_at: '2026-11-01T00:00:00.000Z',
  expires_at: '2026-12-01T00:00:00.000Z',
} as const

test('a review holds from its time until it expires', () => {
  assert.equal(approvalState(review, now), { state: 'approved', expired: false })
  assert.equal(approvalState({ ...review, expires_at: now }, now), { state: 'unknown', expired: true })
  assert.equal(approvalState({ ...review, reviewed_at: '2026-11-15T12:00:00.001Z' }, now), {
    state: 'unknown',
    expired: false,
  })
  assert.equal(approvalState(undefined, now), { state: 'unknown', expired: false })
})

test('a refusal does not expire', () => {
  for (const approval_state of ['pending', 'restricted', 'revoked'] as const) {
    assert.equal(approvalState({ ...review, approval_state, expires_at: now }, now), {
      state: approval_state,
      expired: false,
    })
  }
})

test('not required says so in its tier too', () => {
  const free = { ...review, approval_state: 'not_required' } as const
  assert.is(approvalState(free, now).state, 'unknown')
  assert.is(approvalState({ ...free, approval_tier: 'not_required' }, now).state, 'not_required')
})

test.run()
