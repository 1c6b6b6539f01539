import {
  type ApprovalReviewBody,
  type ApprovalState,
  type Body,
  type CertificationRunBody,
  readBody,
} from '../record/index.ts'
import type { ReviewKey, StoredRecord } from './store.ts'

/** The review whose newest version decides whether a body may be appended; undefined when none does. */
export function reviewDeciding(body: Body): ReviewKey | undefined {
  if (body.ledger === 'approval_review') return body
  return body.ledger === 'certification_run' && body.approval_review_id !== '' ? body : undefined
}

/**
 * Why a valid body may still not be appended now, one sentence each; empty when it may. Asked inside the transaction that
 * appends, and not of a body that is there already.
 * @param newest the newest review of `reviewDeciding(body)`
 */
export function whyNotAdmitted(body: Body, newest: StoredRecord | undefined): readonly string[] {
  const current = newest && (readBody(newest.body) as ApprovalReviewBody)
  if (body.ledger === 'approval_review') return current ? aboutReview(body, current) : []
  if (body.ledger !== 'certification_run' || body.approval_review_id === '') return []
  if (!current || newest.recordHash !== body.approval_record_hash || current.id !== body.approval_review_id) {
    return ['the approval review it cites is not the newest one of this app; certify again under the newest']
  }
  return aboutRunUnder(current, body)
}

/** Who looks back may only tighten: otherwise an old approval, appended late, would undo a revocation. */
function aboutReview(next: ApprovalReviewBody, current: ApprovalReviewBody): readonly string[] {
  if (next.reviewed_at >= current.reviewed_at) return []
  if (strictness[next.approval_state] > strictness[current.approval_state]) return []
  return [`reviewed_at lies before that of the current review ${current.id}, and it is not more restrictive`]
}

function aboutRunUnder(review: ApprovalReviewBody, run: CertificationRunBody): readonly string[] {
  const { approval_state: state } = review
  return [
    ...(strictness[state] > strictness.trial ? [`the approval review it cites is ${state}`] : []),
    ...(run.approval_state_at_test === state && run.approval_tier_at_test === review.approval_tier
      ? []
      : ['approval_state_at_test and approval_tier_at_test must be those of the review it cites']),
    ...(run.tested_at < review.reviewed_at ? ['tested_at lies before reviewed_at of the review it cites'] : []),
    ...(run.tested_at >= review.expires_at ? ['tested_at lies after the review it cites expired'] : []),
    ...(run.expires_at > review.expires_at ? ['expires_at lies after that of the review it cites'] : []),
  ]
}

const strictness = {
  approved: 0,
  not_required: 0,
  trial: 1,
  pending: 2,
  unknown: 2,
  restricted: 3,
  revoked: 4,
} as const satisfies Record<ApprovalState, number>
