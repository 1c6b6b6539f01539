import {
  approvalStates,
  type ApprovalReviewBody,
  type BodyOf,
  type CertificationCheckBody,
  type CertificationRunBody,
  checkKinds,
  type LedgerName,
  type RuntimeControlBody,
} from './body.ts'
import { conformanceChecks } from './conformance.ts'
import {
  closed,
  count,
  digest,
  exactly,
  type Field,
  hash,
  keyId,
  oneOf,
  operatorRef,
  orNone,
  pattern,
  protocolId,
  recordId,
  revision,
  set,
  slug,
  time,
  version,
} from './field.ts'
import { deploymentEnvironments, operations, providerEnvironments } from './subject.ts'

/** How destination items may have been counted, the strongest first. */
export const witnesses: readonly string[] = ['simulated', 'items-query', 'items-command', 'gate-count']

/** The only reason the contract permits (R28). */
export const notApplicableReasons: readonly string[] = ['preconfigured_connection']

type Fields<Item> = { readonly [Key in keyof Item]-?: Field }

const common = <Name extends LedgerName>(
  ledger: Name,
): Fields<Pick<BodyOf<Name>, 'v' | 'ledger' | 'id' | 'recorded_at' | 'operator_ref' | 'fp_alg' | 'fp_key_id'>> => ({
  v: exactly(1),
  ledger: exactly(ledger),
  id: recordId,
  recorded_at: time,
  operator_ref: operatorRef,
  fp_alg: exactly('hmac-sha256'),
  fp_key_id: keyId,
})

const approvalReview: Fields<ApprovalReviewBody> = {
  ...common('approval_review'),
  provider: protocolId,
  app_fingerprint: digest,
  provider_environment: oneOf(providerEnvironments),
  instance_fingerprint: orNone(digest),
  approval_state: oneOf(approvalStates),
  approval_tier: orNone(slug),
  source_ref: slug,
  source_digest: digest,
  reviewed_at: time,
  expires_at: time,
}

const scopes = set(
  pattern('^[!#-[\\]-~]{1,256}$', 'a scope: at most 256 characters of printable ASCII'),
  'scopes, each once, sorted',
)

const certificationRun: Fields<CertificationRunBody> = {
  ...common('certification_run'),
  provider: protocolId,
  app_fingerprint: digest,
  deployment_environment: oneOf(deploymentEnvironments),
  provider_environment: oneOf(providerEnvironments),
  instance_fingerprint: orNone(digest),
  account_kind: slug,
  output_profile: protocolId,
  operation: oneOf(['publish_immediate', 'publish_scheduled']),
  policy_mode: slug,
  approval_review_id: orNone(recordId),
  approval_record_hash: orNone(hash),
  evidence_kind: oneOf(['local', 'live']),
  intent: oneOf(['production', 'certification_test']),
  subject_digest: digest,
  account_fingerprint: orNone(digest),
  tested_revision: revision,
  contract_digest: digest,
  harness_version: version,
  harness_digest: digest,
  plan_digest: digest,
  requirements_digest: digest,
  kill_matrix_digest: digest,
  artifact_digest: digest,
  witness: oneOf(witnesses),
  conformance: set(
    pattern(`^(?:${conformanceChecks.join('|')}):(?:passed|failed)$`, 'a check and passed or failed'),
    'the twelve checks, each once, sorted; nothing for live evidence',
    conformanceChecks.length,
  ),
  cases_passed: count,
  cases_failed: count,
  cases_inapplicable: count,
  cases_inconclusive: { const: 0, title: 'none: an inconclusive run gives no record' },
  approval_state_at_test: oneOf(approvalStates),
  approval_tier_at_test: orNone(slug),
  required_scopes: scopes,
  granted_scopes: scopes,
  tested_at: time,
  completed_at: time,
  expires_at: time,
  check_count: { const: 6, title: 'six lifecycle results' },
  checks_digest: digest,
  result: oneOf(['passed', 'failed']),
}

const certificationCheck: Fields<CertificationCheckBody> = {
  ...common('certification_check'),
  run_id: recordId,
  kind: oneOf(checkKinds),
  outcome: oneOf(['passed', 'failed', 'not_applicable']),
  error_class: orNone(slug),
  not_applicable_reason: oneOf(['', ...notApplicableReasons]),
  external_reference_fingerprint: orNone(digest),
  cases_passed: count,
  cases_failed: count,
  cases_inapplicable: count,
  cases_inconclusive: count,
  cases_digest: digest,
  completed_at: time,
}

const runtimeControl: Fields<RuntimeControlBody> = {
  ...common('runtime_control'),
  provider: protocolId,
  app_fingerprint: orNone(digest),
  deployment_environment: oneOf(['', ...deploymentEnvironments]),
  provider_environment: oneOf(['', ...providerEnvironments]),
  instance_fingerprint: orNone(digest),
  account_kind: orNone(slug),
  output_profile: orNone(protocolId),
  operation: oneOf(['', ...operations]),
  policy_mode: orNone(slug),
  state: oneOf(['enabled', 'degraded', 'disabled']),
  reason_code: slug,
  starts_at: time,
  expires_at: { anyOf: [{ type: 'null' }, time], title: `${time.title}, or null` },
}

/** One closed schema for each ledger; what no schema can say stands in `body-rules.ts`. */
export const bodySchemas: Readonly<Record<LedgerName, Field>> = {
  approval_review: closed('an approval review', approvalReview),
  certification_run: closed('a certification run', certificationRun),
  certification_check: closed('a certification check', certificationCheck),
  runtime_control: closed('a runtime control', runtimeControl),
}

/** The schema of a record's body, rendered to `docs/schema/record.schema.json`. */
export const recordSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'body of an evidence record of touchstone',
  description:
    'What is hashed, signed and stored, as canonical JSON. An empty string means that there is none. Digests that must be recomputed, times that must follow each other and results that follow from others are checked beside this schema.',
  oneOf: Object.values(bodySchemas),
}
