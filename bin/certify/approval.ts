import { approvalState } from '../../ledger/readiness/approval-state.ts'
import { type ApprovalReviewBody, type Subject, type TrustedKey, verifyBody } from '../../ledger/record/index.ts'
import { openStore } from '../../ledger/store/index.ts'
import { UsageError } from '../usage-error.ts'

/** The review that live evidence is gathered under, as a record names it. */
export interface CurrentReview {
  readonly id: string
  readonly recordHash: string
  readonly state: ApprovalReviewBody['approval_state']
  readonly tier: string
  /** Milliseconds since 1970; evidence does not outlive it. */
  readonly expiresAt: number
}

/**
 * R29: approved, not required, or trial with explicit permission, now.
 * @throws UsageError when there is no such review, and LedgerError
 */
export async function currentReview(
  ledger: string,
  app: Pick<Subject, 'provider' | 'app_fingerprint' | 'provider_environment' | 'instance_fingerprint'>,
  trusted: readonly TrustedKey[],
  trialPermitted: boolean,
  now: number,
): Promise<CurrentReview> {
  await using store = await openStore(ledger, { readonly: true })
  const record = await store.newestReview(app)
  if (!record) throw refused('the ledger has no approval review of this provider app and environment')
  const { body } = verifyBody(record, trusted)
  if (body.ledger !== 'approval_review') throw refused('what the ledger gives as a review is none')
  const { state, expired } = approvalState(body, new Date(now).toISOString())
  if (expired) throw refused('the approval review has expired')
  if (state === 'trial' && !trialPermitted) {
    throw refused('the approval is a trial, and certification.trial_permitted is not true')
  }
  if (state !== 'approved' && state !== 'not_required' && state !== 'trial') throw refused(`the approval is ${state}`)
  return {
    id: body.id,
    recordHash: record.recordHash,
    state,
    tier: body.approval_tier,
    expiresAt: Date.parse(body.expires_at),
  }
}

const refused = (why: string): UsageError =>
  new UsageError(`no live evidence: ${why}; touchstone ledger review appends one`)
