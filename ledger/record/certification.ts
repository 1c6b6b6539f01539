import type { Lifecycle } from '../../harness/host/index.ts'
import type { ObservedSubject } from '../../harness/run/index.ts'
import type { ApprovalState, CertificationCheckBody, CertificationRunBody } from './body.ts'
import { derivedResult } from './complete-run.ts'
import type { PublishOperation } from './contract.ts'
import { checksDigest, contractDigest, subjectDigest } from './digests.ts'
import { type FingerprintKey, fingerprints, operatorRef } from './fingerprint.ts'
import { checkOf } from './from-lifecycle.ts'
import type { CaseFindings } from './from-run.ts'
import { freshId } from './fresh-id.ts'
import { publicationContract } from './publication-contract.ts'
import type { Subject } from './subject.ts'

/** What every record of one certification has in common. */
export interface Certification {
  readonly key: FingerprintKey
  /** However the operator is called; leaves only as a fingerprint. */
  readonly operator: string
  readonly evidence: LocalEvidence | LiveEvidence
  readonly subject: Omit<Subject, 'output_profile' | 'operation'>
  readonly revision: string
  readonly requiredScopes: readonly string[]
  readonly grantedScopes: readonly string[]
  readonly harness: Pick<
    CertificationRunBody,
    'harness_version' | 'harness_digest' | 'plan_digest' | 'requirements_digest' | 'kill_matrix_digest'
  >
  readonly witness: string
  readonly findings: CaseFindings
  /** Milliseconds since 1970. */
  readonly testedAt: number
  readonly completedAt: number
  readonly expiresAt: number
}

interface LocalEvidence {
  readonly kind: 'local'
}

/** Gathered under an approval review (R29), which the record names. */
interface LiveEvidence {
  readonly kind: 'live'
  readonly review: {
    readonly id: string
    readonly recordHash: string
    readonly state: ApprovalState
    readonly tier: string
  }
}

export interface SubjectSeen {
  readonly seen: ObservedSubject
  readonly lifecycle: Extract<Lifecycle, { is: 'complete' }>
  readonly capability_digest: string
}

/** The bodies of one record; whether they are valid says whoever signs them. */
export function certificationBodies(
  of: Certification,
  { seen, lifecycle, capability_digest }: SubjectSeen,
): { readonly run: CertificationRunBody; readonly checks: readonly CertificationCheckBody[] } {
  const keyed = fingerprints(of.key)
  const operation: PublishOperation = `publish_${seen.observed.subject}`
  const subject = { ...of.subject, output_profile: seen.profile, operation }
  const { provider } = subject
  const id = freshId(of.completedAt)
  const common = {
    v: 1,
    recorded_at: at(of.completedAt),
    operator_ref: operatorRef(of.key, of.operator),
    fp_alg: 'hmac-sha256',
    fp_key_id: of.key.id,
  } as const
  const checks = lifecycle.results
    .map((result) => checkOf(result, seen, provider, keyed))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    .map((check): CertificationCheckBody => ({
      ...common,
      ...check,
      ledger: 'certification_check',
      id: freshId(of.completedAt),
      run_id: id,
      completed_at: at(of.completedAt),
    }))
  const { requirements_digest } = of.harness
  const contract = publicationContract(subject, {
    capability_digest,
    required_scopes: of.requiredScopes,
    requirements_digest,
  })
  const { published } = seen
  const account =
    of.evidence.kind === 'live' && published
      ? keyed.account({ account_id: published.accountId, provider, workspace_id: published.workspaceId })
      : ''
  return {
    checks,
    run: {
      ...common,
      ...subject,
      ...of.harness,
      ...of.findings,
      ...approval(of.evidence),
      ledger: 'certification_run',
      id,
      evidence_kind: of.evidence.kind,
      // The harness bypasses nothing: `certification_test` is a service's word for work that it lets through (§3.3).
      intent: 'production',
      subject_digest: subjectDigest(subject),
      account_fingerprint: account,
      tested_revision: of.revision,
      contract_digest: contractDigest(contract),
      witness: of.witness,
      required_scopes: of.requiredScopes,
      granted_scopes: of.grantedScopes,
      tested_at: at(of.testedAt),
      completed_at: at(of.completedAt),
      expires_at: at(of.expiresAt),
      check_count: checks.length,
      checks_digest: checksDigest(checks),
      result: derivedResult(of.findings, checks),
    },
  }
}

const approval = (
  evidence: LocalEvidence | LiveEvidence,
): Pick<
  CertificationRunBody,
  'approval_review_id' | 'approval_record_hash' | 'approval_state_at_test' | 'approval_tier_at_test'
> =>
  evidence.kind === 'local'
    ? {
        approval_review_id: '',
        approval_record_hash: '',
        approval_state_at_test: 'unknown',
        approval_tier_at_test: '',
      }
    : {
        approval_review_id: evidence.review.id,
        approval_record_hash: evidence.review.recordHash,
        approval_state_at_test: evidence.review.state,
        approval_tier_at_test: evidence.review.tier,
      }

const at = (millis: number): string => new Date(millis).toISOString()
