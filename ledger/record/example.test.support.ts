import type {
  ApprovalReviewBody,
  Body,
  CertificationCheckBody,
  CertificationRunBody,
  CheckKind,
  RuntimeControlBody,
} from './body.ts'
import { conformanceChecks } from './conformance.ts'
import { lifecycleChecks } from './contract.ts'
import { checksDigest, sha256, subjectDigest } from './digests.ts'
import { type FingerprintKey, fingerprintKey, fingerprints, operatorRef } from './fingerprint.ts'

export const exampleKey: FingerprintKey = fingerprintKey(new Uint8Array(32).fill(7))

const keyed = fingerprints(exampleKey)
const common = {
  v: 1,
  recorded_at: '2026-11-21T10:10:00.000Z',
  operator_ref: operatorRef(exampleKey, 'Ada Lovelace'),
  fp_alg: 'hmac-sha256',
  fp_key_id: exampleKey.id,
} as const

export const exampleChecks = (runId = 'run-00000001'): readonly CertificationCheckBody[] =>
  lifecycleChecks('publish_immediate').map(({ kind, allow_not_applicable }) => ({
    ...common,
    ledger: 'certification_check',
    id: `${runId}.${kind.replaceAll('_', '-')}`,
    run_id: runId,
    kind,
    outcome: allow_not_applicable ? 'not_applicable' : 'passed',
    error_class: '',
    not_applicable_reason: allow_not_applicable ? 'preconfigured_connection' : '',
    external_reference_fingerprint: refers(kind)
      ? keyed.externalResult({ external_id: 'article-1', operation_id: 'operation-1', provider: 'example-blog' })
      : '',
    cases_passed: allow_not_applicable ? 0 : 1,
    cases_failed: 0,
    cases_inapplicable: allow_not_applicable ? 1 : 0,
    cases_inconclusive: 0,
    cases_digest: sha256(kind),
    completed_at: '2026-11-21T10:04:00.000Z',
  }))

const refers = (kind: CheckKind): boolean => kind === 'publish_immediate' || kind === 'final_result'

/** Local evidence that passed. */
export function exampleRun(
  changes: Partial<CertificationRunBody> = {},
  checks: readonly CertificationCheckBody[] = exampleChecks(changes.id),
): CertificationRunBody {
  const subject = {
    provider: 'example-blog',
    app_fingerprint: keyed.app({ provider: 'example-blog', app: 'main' }),
    deployment_environment: 'production',
    provider_environment: 'production',
    instance_fingerprint: '',
    account_kind: 'standard',
    output_profile: 'blog.post',
    operation: 'publish_immediate',
    policy_mode: 'standard',
  } as const
  const run: CertificationRunBody = {
    ...common,
    ledger: 'certification_run',
    id: 'run-00000001',
    ...subject,
    approval_review_id: '',
    approval_record_hash: '',
    evidence_kind: 'local',
    intent: 'production',
    subject_digest: '',
    account_fingerprint: '',
    tested_revision: '0123456789abcdef0123456789abcdef01234567',
    contract_digest: sha256('contract'),
    harness_version: '0.1.0',
    harness_digest: sha256('harness'),
    plan_digest: sha256('plan'),
    requirements_digest: sha256('requirements'),
    kill_matrix_digest: sha256('kill matrix'),
    artifact_digest: sha256('artifact'),
    witness: 'simulated',
    conformance: conformanceChecks.map((id) => `${id}:passed`).toSorted(),
    cases_passed: 140,
    cases_failed: 0,
    cases_inapplicable: 3,
    cases_inconclusive: 0,
    approval_state_at_test: 'unknown',
    approval_tier_at_test: '',
    required_scopes: [],
    granted_scopes: [],
    tested_at: '2026-11-21T10:00:00.000Z',
    completed_at: '2026-11-21T10:05:00.000Z',
    expires_at: '2027-01-20T10:00:00.000Z',
    check_count: checks.length,
    checks_digest: checksDigest(checks),
    result: 'passed',
    ...changes,
  }
  return 'subject_digest' in changes ? run : { ...run, subject_digest: subjectDigest(run) }
}

export const exampleLiveRun = (changes: Partial<CertificationRunBody> = {}): CertificationRunBody =>
  exampleRun({
    evidence_kind: 'live',
    witness: 'items-query',
    conformance: [],
    approval_review_id: 'review-00000001',
    approval_record_hash: 'a'.repeat(64),
    approval_state_at_test: 'approved',
    approval_tier_at_test: 'basic',
    account_fingerprint: keyed.account({ account_id: 'a-1', provider: 'example-blog', workspace_id: 'w-1' }),
    ...changes,
  })

export const exampleReview = (changes: Partial<ApprovalReviewBody> = {}): ApprovalReviewBody => ({
  ...common,
  ledger: 'approval_review',
  id: 'review-00000001',
  provider: 'example-blog',
  app_fingerprint: keyed.app({ provider: 'example-blog', app: 'main' }),
  provider_environment: 'production',
  instance_fingerprint: '',
  approval_state: 'approved',
  approval_tier: 'basic',
  source_ref: 'example-blog.terms',
  source_digest: sha256('source'),
  reviewed_at: '2026-11-01T00:00:00.000Z',
  expires_at: '2027-11-01T00:00:00.000Z',
  ...changes,
})

export const exampleControl = (changes: Partial<RuntimeControlBody> = {}): RuntimeControlBody => ({
  ...common,
  ledger: 'runtime_control',
  id: 'control-00000001',
  provider: 'example-blog',
  app_fingerprint: '',
  deployment_environment: '',
  provider_environment: '',
  instance_fingerprint: '',
  account_kind: '',
  output_profile: '',
  operation: '',
  policy_mode: '',
  state: 'enabled',
  reason_code: 'launch',
  starts_at: '2026-11-01T00:00:00.000Z',
  expires_at: null,
  ...changes,
})

/** One valid body of every kind there is. */
export const exampleBodies = (): readonly Body[] => [
  exampleReview(),
  exampleRun(),
  exampleLiveRun(),
  ...exampleChecks(),
  exampleControl(),
  exampleControl({ expires_at: '2026-12-01T00:00:00.000Z' }),
]
