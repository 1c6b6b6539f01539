import type { ApprovalReviewBody, ApprovalState } from '../record/body.ts'

export interface Approval {
  readonly state: ApprovalState
  /** There is a permitting review, and its time is over. */
  readonly expired: boolean
}

/** A permission ends with its review; a refusal stays until a newer review takes it back. */
const permitting: readonly ApprovalState[] = ['approved', 'trial', 'not_required']

/** What the newest review says at this time. */
export function approvalState(
  review: Pick<ApprovalReviewBody, 'approval_state' | 'approval_tier' | 'reviewed_at' | 'expires_at'> | undefined,
  now: string,
): Approval {
  if (review === undefined || review.reviewed_at > now) return { state: 'unknown', expired: false }
  const { approval_state: state, approval_tier: tier } = review
  if (!permitting.includes(state)) return { state, expired: false }
  if (review.expires_at <= now) return { state: 'unknown', expired: true }
  if (state === 'not_required' && tier !== 'not_required') return { state: 'unknown', expired: false }
  return { state, expired: false }
}
