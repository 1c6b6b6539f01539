import type { ApprovalState } from '../record/body.ts'

/** The seven facts of §2.1, as one word each. */
export interface Facts {
  readonly configuration: 'unknown' | 'missing' | 'dynamic_registration' | 'configured'
  readonly local_test: EvidenceState
  readonly live_certification: EvidenceState
  readonly approval: ApprovalState
  readonly authorization: 'unknown' | 'not_applicable' | 'valid' | 'reconnect_required'
  /** `enabled` only by an event in the ledger; without one it is `unknown`. */
  readonly control: 'unknown' | 'enabled' | 'degraded' | 'disabled'
  readonly policy: 'unknown' | 'allowed' | 'restricted'
}

/** `mismatch`: there is evidence, of something else than what would run now. */
export type EvidenceState = 'missing' | 'current' | 'expired' | 'mismatch' | 'failed'

/** What else bears on a decision, beside the words of the facts. */
export interface Circumstances {
  /** The provider, profile and operation exist in this build or connector. */
  readonly implemented: boolean
  /** Named by the deny-list of the environment, which is read before any ledger. */
  readonly denied: boolean
  /** The configured provider app is the one of the subject. */
  readonly appMatches: boolean
  /** The grant is there and its time is over. */
  readonly grantExpired: boolean
  /** Scopes that the contract requires and the grant does not record. */
  readonly missingScopes: readonly string[]
  /** A review is there and its time is over: `approval` is then `unknown`. */
  readonly approvalExpired: boolean
  /** Whoever runs certification may do so under a trial approval. */
  readonly trialPermitted: boolean
  /** `unavailable`: unreadable, failed verification, missing key. Never the same as having no evidence. */
  readonly ledger: 'readable' | 'unavailable'
  /** What makes the question itself senseless: a field of the subject, the contract, the intent, the clock. */
  readonly invalid: readonly ('invalid_subject' | 'invalid_evaluation')[]
}
