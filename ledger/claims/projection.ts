import type { Envelope, LedgerName, Subject } from '../record/index.ts'
import type { AppSource, Facts } from '../readiness/index.ts'
import type { StoredRecord } from '../store/store.ts'

/**
 * What a claims file is made from: facts of one moment and the records that they rest on, signed with the ledger key. Who
 * has the list of trusted keys can follow every claim down to the signed records, without the ledger. Accounts, operators
 * and apps are in it as the fingerprints that stand in the records, and in no other way.
 */
export interface ClaimsProjection {
  readonly schema: typeof projectionSchemaId
  readonly generated_at: string
  /** Of the list of requirements that the cases decide. */
  readonly requirements_digest: string
  /** Over all cited records. */
  readonly checkpoint: Envelope
  /** Fingerprints of the provider apps that are configured, sorted. */
  readonly catalogue: readonly string[]
  /** Those that may be advertised, sorted by `subjectKey`. */
  readonly subjects: readonly ProjectedSubject[]
}

export const projectionSchemaId = 'touchstone/claims-projection/1'

export interface ProjectedSubject {
  readonly subject: Subject
  readonly configuration: { readonly state: AppSource['state']; readonly source: AppSource['source'] }
  readonly policy: Facts['policy']
  /** Of the account whose grant was looked at. */
  readonly authorization: { readonly granted_scopes: readonly string[]; readonly expires_at: string | null }
  readonly contract: {
    readonly capability_digest: string
    readonly policy_digest: string
    readonly required_scopes: readonly string[]
  }
  readonly contract_digest: string
  readonly review: CitedRecord
  /** In force: the newest of each selector that matches and has begun. */
  readonly controls: readonly CitedRecord[]
  readonly local: CitedRun
  readonly live: CitedRun
}

/** A record as the ledger holds it, with the proof that the checkpoint covers it. */
export interface CitedRecord {
  readonly ledger: LedgerName
  readonly seq: number
  readonly prev_hash: string
  readonly body: string
  readonly signatures: string
  /** From the leaf upwards, as RFC 9162 has it. */
  readonly proof: readonly string[]
}

export interface CitedRun {
  readonly run: CitedRecord
  readonly checks: readonly CitedRecord[]
}

export const cite = (
  { ledger, seq, prevHash: prev_hash, body, signatures }: StoredRecord,
  proof: readonly string[],
): CitedRecord => ({ ledger, seq, prev_hash, body, signatures, proof })

/** Every record that a subject cites. */
export const citedBy = ({ review, controls, local, live }: ProjectedSubject): readonly CitedRecord[] => [
  review,
  ...controls,
  local.run,
  ...local.checks,
  live.run,
  ...live.checks,
]
