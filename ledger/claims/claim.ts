import type { ApprovalState, CheckKind, EvidenceKind, Subject } from '../record/index.ts'
import type { AppSource, Facts } from '../readiness/index.ts'

/** That one exact production subject may be advertised, and what that rests on (§10). Nothing of an account or operator. */
export interface Claim {
  readonly subject: ClaimedSubject
  readonly configuration: { readonly state: AppSource['state']; readonly source: AppSource['source'] }
  readonly approval: {
    readonly state: ApprovalState
    readonly tier: string
    /** Slug of an entry in a catalogue of sources; never a URL. */
    readonly source_ref: string
    readonly reviewed_at: string
    readonly expires_at: string
    readonly record: RecordRef
  }
  /** Sorted. */
  readonly scopes: { readonly required: readonly string[]; readonly granted: readonly string[] }
  readonly policy: Facts['policy']
  readonly control: { readonly state: Facts['control']; readonly records: readonly RecordRef[] }
  readonly contract_digest: string
  readonly local: ClaimedRun
  readonly live: ClaimedRun
  /** The earliest end of all that it rests on: from then on it is withdrawn, without a release. */
  readonly valid_until: string
}

export type ClaimedSubject = Omit<Subject, 'instance_fingerprint'> & {
  /** Null when the provider has no federated instances. */
  readonly instance_fingerprint: string | null
}

/** A record of a ledger. */
export interface RecordRef {
  readonly id: string
  /** `sha256:` and its hash in the chain. */
  readonly record_digest: string
}

export interface ClaimedRun {
  readonly record: RecordRef
  readonly subject_digest: string
  readonly contract_digest: string
  readonly tested_revision: string
  readonly tested_at: string
  readonly expires_at: string
  /** Sorted by kind. */
  readonly checks: readonly ClaimedCheck[]
}

export interface ClaimedCheck {
  readonly kind: CheckKind
  readonly outcome: 'passed' | 'failed' | 'not_applicable'
  /** Only where it is not applicable. */
  readonly reason?: string
}

export interface ClaimsFile {
  readonly schema_version: 1
  /** Sorted by {@link subjectKey}, each subject once. */
  readonly claims: readonly Claim[]
}

export const evidenceKinds: readonly EvidenceKind[] = ['local', 'live']

/** The subject as records name it. */
export const subjectOfClaim = ({ subject }: Pick<Claim, 'subject'>): Subject => ({
  ...subject,
  instance_fingerprint: subject.instance_fingerprint ?? '',
})
