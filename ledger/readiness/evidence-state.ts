import type { ApprovalReviewBody, CertificationCheckBody, CertificationRunBody, EvidenceKind } from '../record/body.ts'
import { type Subject, subjectFields } from '../record/subject.ts'
import type { EvidenceState } from './facts.ts'

/** What evidence has to match now, to speak for this subject. */
export interface Expectation {
  readonly kind: EvidenceKind
  readonly subject: Subject
  readonly contract_digest: string
  /** Key that the subject's fingerprints were made with: a retired one makes evidence of something else. */
  readonly fp_key_id: string
  /** The current account; only live evidence is bound to one. */
  readonly account_fingerprint: string
  /** The current review; only live evidence is bound to one (R29). */
  readonly review: Pick<ApprovalReviewBody, 'approval_state' | 'approval_tier' | 'reviewed_at'> | undefined
  readonly required_scopes: readonly string[]
  /** Of the current grant. */
  readonly granted_scopes: readonly string[]
  readonly required_checks: readonly RequiredCheck[]
  /** Set where the contract demands exactly this revision. */
  readonly revision?: string
  readonly now: string
}

export interface RequiredCheck {
  readonly kind: CertificationCheckBody['kind']
  readonly allow_not_applicable: boolean
}

/** A run with its checks, and whether a failure came after it (§3.1.4). */
export interface Evidence {
  readonly run: CertificationRunBody
  readonly checks: readonly CertificationCheckBody[]
  readonly superseded: boolean
}

/** One word for what the ledger holds of one subject, kind and account. `mismatch` before `expired` before `failed`. */
export function evidenceState(evidence: Evidence | undefined, expectation: Expectation): EvidenceState {
  if (evidence === undefined) return 'missing'
  const { run, superseded } = evidence
  if (!matches(evidence, expectation)) return 'mismatch'
  if (run.expires_at <= expectation.now) return 'expired'
  return superseded || run.result === 'failed' || hasFailure(evidence, expectation) ? 'failed' : 'current'
}

function matches({ run, checks }: Evidence, expectation: Expectation): boolean {
  const { now, revision } = expectation
  return (
    run.evidence_kind === expectation.kind &&
    run.fp_key_id === expectation.fp_key_id &&
    subjectFields.every((field) => run[field] === expectation.subject[field]) &&
    run.contract_digest === expectation.contract_digest &&
    (revision === undefined || run.tested_revision === revision) &&
    run.tested_at <= now &&
    run.completed_at <= now &&
    isSame(run.required_scopes, expectation.required_scopes) &&
    isSame(run.granted_scopes, expectation.granted_scopes) &&
    (run.evidence_kind === 'local' || isBoundTo(run, expectation)) &&
    checks.length === run.check_count &&
    isSame(
      checks.map(({ kind }) => kind),
      expectation.required_checks.map(({ kind }) => kind),
    ) &&
    checks.every(({ completed_at }) => completed_at >= run.tested_at && completed_at <= now)
  )
}

/** Live evidence holds for the account and under the approval that it was made with. */
function isBoundTo(run: CertificationRunBody, { account_fingerprint, review }: Expectation): boolean {
  return (
    account_fingerprint !== '' &&
    run.account_fingerprint === account_fingerprint &&
    review !== undefined &&
    run.tested_at >= review.reviewed_at &&
    run.approval_state_at_test === review.approval_state &&
    run.approval_tier_at_test === review.approval_tier
  )
}

/** Any failed check fails the run, required or not; not applicable counts only where the contract permits it. */
const hasFailure = ({ checks }: Evidence, { required_checks }: Expectation): boolean =>
  checks.some(
    ({ kind, outcome }) =>
      outcome === 'failed' ||
      (outcome === 'not_applicable' &&
        !required_checks.some((required) => required.kind === kind && required.allow_not_applicable)),
  )

/** The same set; neither list may hold anything twice. */
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set(a).size === a.length && a.every((each) => b.includes(each))
