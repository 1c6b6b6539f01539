import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

/** G11 */
export const aboutApproval: ClaimRule = ({ claim: { approval }, subject, now, backed }) => {
  const { state, tier, reviewed_at, expires_at } = approval
  const { review, live } = backed?.backing ?? {}
  return [
    ...expect(
      (state === 'approved' && tier !== 'not_required') || (state === 'not_required' && tier === 'not_required'),
      'state: expected approved, or not_required with the tier not_required',
    ),
    ...expect(reviewed_at <= now, 'reviewed_at: expected not to lie ahead'),
    ...expect(now < expires_at, 'expires_at: expected to lie ahead'),
    ...expect(
      live === undefined || (live.run.approval_state_at_test === state && live.run.approval_tier_at_test === tier),
      'live evidence: expected to be made under this state and tier',
    ),
    ...expect(
      review === undefined ||
        (review.provider === subject.provider &&
          review.app_fingerprint === subject.app_fingerprint &&
          review.provider_environment === subject.provider_environment &&
          review.instance_fingerprint === subject.instance_fingerprint),
      'record: expected a review of this app, environment and instance',
    ),
  ]
}
