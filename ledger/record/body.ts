import type { Subject } from './subject.ts'

/** The four append-only ledgers (§2.2), in the order of every checkpoint. */
export const ledgerNames = ['approval_review', 'certification_run', 'certification_check', 'runtime_control'] as const
export type LedgerName = (typeof ledgerNames)[number]

/*
 * What is hashed, signed and stored is the canonical text of one of these bodies: a flat JSON object with exactly these
 * keys, sorted; printable ASCII without space, quote and backslash; times `YYYY-MM-DDTHH:MM:SS.mmmZ`; digests and fingerprints
 * `sha256:` and 64 hexadecimal digits; arrays sorted, without doubles. An empty string means that there is none.
 */

interface Common<Name extends LedgerName> {
  readonly v: 1
  readonly ledger: Name
  /** Unique in its ledger for ever; UUIDv7 by default. */
  readonly id: string
  readonly recorded_at: string
  /** `operator:hmac-sha256:<key id>:<64 hex>` */
  readonly operator_ref: string
  readonly fp_alg: 'hmac-sha256'
  readonly fp_key_id: string
}

export const approvalStates = [
  'unknown',
  'not_required',
  'pending',
  'trial',
  'approved',
  'restricted',
  'revoked',
] as const
export type ApprovalState = (typeof approvalStates)[number]

export interface ApprovalReviewBody extends Common<'approval_review'> {
  readonly provider: string
  readonly app_fingerprint: string
  readonly provider_environment: Subject['provider_environment']
  readonly instance_fingerprint: string
  readonly approval_state: ApprovalState
  readonly approval_tier: string
  /** Slug of an entry in a catalogue of sources that is kept under version control; never a URL (D6). */
  readonly source_ref: string
  readonly source_digest: string
  readonly reviewed_at: string
  readonly expires_at: string
}

export type EvidenceKind = 'local' | 'live'
export type Intent = 'production' | 'certification_test'

export interface CertificationRunBody extends Common<'certification_run'>, Subject {
  /** Empty for local evidence (R29), as is the hash of the review's record: 64 hexadecimal digits, as in the chain. */
  readonly approval_review_id: string
  readonly approval_record_hash: string
  readonly evidence_kind: EvidenceKind
  readonly intent: Intent
  readonly subject_digest: string
  /** Empty only for local evidence. */
  readonly account_fingerprint: string
  /** Full Git revision of the connector, 40 hexadecimal digits. */
  readonly tested_revision: string
  readonly contract_digest: string
  readonly harness_version: string
  readonly harness_digest: string
  readonly plan_digest: string
  readonly requirements_digest: string
  readonly kill_matrix_digest: string
  /** Over the normalized case results: ids, profiles and outcomes, nothing else. */
  readonly artifact_digest: string
  /** How destination items were counted: `simulated`, `items-query`, `items-command` or `gate-count`. */
  readonly witness: string
  /** The eleven checks of §11 and `protocol`, each `<check>:passed|failed`; empty for live evidence, which runs no faults. */
  readonly conformance: readonly string[]
  /** Results of must cases; a case that runs for several profiles counts once for each. */
  readonly cases_passed: number
  readonly cases_failed: number
  readonly cases_inapplicable: number
  readonly cases_inconclusive: number
  readonly approval_state_at_test: ApprovalState
  readonly approval_tier_at_test: string
  readonly required_scopes: readonly string[]
  readonly granted_scopes: readonly string[]
  readonly tested_at: string
  readonly completed_at: string
  readonly expires_at: string
  readonly check_count: number
  /** Commits the run to exactly its check records. */
  readonly checks_digest: string
  /** Derived from the checks and the conformance results, and derived again by every reader. */
  readonly result: 'passed' | 'failed'
}

export const checkKinds = [
  'connect',
  'authorization',
  'publish_immediate',
  'publish_scheduled',
  'final_result',
  'refresh',
  'revoke',
] as const
export type CheckKind = (typeof checkKinds)[number]

/** One of the six lifecycle results of a run (R28). */
export interface CertificationCheckBody extends Common<'certification_check'> {
  readonly run_id: string
  readonly kind: CheckKind
  readonly outcome: 'passed' | 'failed' | 'not_applicable'
  /** Only when failed. */
  readonly error_class: string
  /** Only when not applicable. */
  readonly not_applicable_reason: string
  /** Of the external id; present for a publish or final result that passed. */
  readonly external_reference_fingerprint: string
  /** The observations behind this result; one that passed has none failed and none inconclusive. */
  readonly cases_passed: number
  readonly cases_failed: number
  readonly cases_inapplicable: number
  readonly cases_inconclusive: number
  readonly cases_digest: string
  readonly completed_at: string
}

/** A control of one provider; an empty selector field matches anything. */
export interface RuntimeControlBody extends Common<'runtime_control'> {
  readonly provider: string
  readonly app_fingerprint: string
  readonly deployment_environment: Subject['deployment_environment'] | ''
  readonly provider_environment: Subject['provider_environment'] | ''
  readonly instance_fingerprint: string
  readonly account_kind: string
  readonly output_profile: string
  readonly operation: Subject['operation'] | ''
  readonly policy_mode: string
  readonly state: 'enabled' | 'degraded' | 'disabled'
  readonly reason_code: string
  readonly starts_at: string
  readonly expires_at: string | null
}

export type Body = ApprovalReviewBody | CertificationRunBody | CertificationCheckBody | RuntimeControlBody
export type BodyOf<Name extends LedgerName> = Extract<Body, { readonly ledger: Name }>

/** A body as it travels: its canonical text, and the DSSE signatures over exactly these bytes. */
export interface SignedBody {
  /** Canonical text. */
  readonly body: string
  /** Canonical JSON text: array of `{keyid, sig}`, `sig` in base64. */
  readonly signatures: string
}
