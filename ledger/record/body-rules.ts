import type {
  ApprovalReviewBody,
  Body,
  CertificationCheckBody,
  CertificationRunBody,
  RuntimeControlBody,
} from './body.ts'
import { conformanceChecks } from './conformance.ts'
import { subjectDigest } from './digests.ts'
import { isTime } from './time.ts'

/** Evidence holds for 90 days at most. */
export const longestValidityMs: number = 90 * 24 * 60 * 60 * 1000

/** A record is made within a day of its test: what is entered later cannot claim to have been first. */
export const longestDelayMs: number = 24 * 60 * 60 * 1000

/** What no schema can say: fields that follow from others. The body has passed its schema. */
export function complaintsAboutFields(body: Body): readonly string[] {
  return [
    ...Object.entries(body).flatMap(([key, value]) => aboutValue(key, value)),
    ...aboutKey(body),
    ...aboutLedger(body),
  ]
}

const when = (isBroken: boolean, complaint: string): readonly string[] => (isBroken ? [complaint] : [])

const aboutValue = (key: string, value: unknown): readonly string[] => [
  ...when(
    key.endsWith('_at') && typeof value === 'string' && !isTime(value),
    `${key}: expected a day and a time that exist`,
  ),
  ...when(
    Array.isArray(value) && value.some((item, i) => i > 0 && value[i - 1] >= item),
    `${key}: expected sorted items, each once`,
  ),
  ...when(key === 'provider' && String(value).includes('://'), `${key}: expected an id, not a URL`),
  ...when(key === 'output_profile' && String(value).includes('://'), `${key}: expected an id, not a URL`),
]

const aboutKey = ({ operator_ref, fp_key_id }: Body): readonly string[] =>
  when(
    !operator_ref.startsWith(`operator:hmac-sha256:${fp_key_id}:`),
    'operator_ref: expected to be made with the key of fp_key_id',
  )

function aboutLedger(body: Body): readonly string[] {
  switch (body.ledger) {
    case 'approval_review':
      return aboutReview(body)
    case 'certification_run':
      return [
        ...aboutRun(body),
        ...aboutRunTimes(body),
        ...(body.evidence_kind === 'local' ? aboutLocal(body) : aboutLive(body)),
      ]
    case 'certification_check':
      return aboutCheck(body)
    case 'runtime_control':
      return aboutControl(body)
  }
}

const aboutReview = (body: ApprovalReviewBody): readonly string[] => [
  ...when(body.expires_at <= body.reviewed_at, 'expires_at: expected after reviewed_at'),
  ...when(
    (body.approval_state === 'not_required') !== (body.approval_tier === 'not_required'),
    'approval_tier: expected not_required where, and only where, approval_state is',
  ),
]

const aboutRun = (body: CertificationRunBody): readonly string[] => [
  ...when(
    body.subject_digest !== subjectDigest(body),
    'subject_digest: expected the digest of the nine fields of the subject',
  ),
  ...when(
    body.cases_passed === 0 && body.result === 'passed',
    'cases_passed: expected at least one for a run that passed',
  ),
  ...when(body.cases_failed > 0 && body.result === 'passed', 'result: expected failed, for a case failed'),
  ...when(hasFailed(body) && body.result === 'passed', 'result: expected failed, for a conformance check failed'),
]

export const hasFailed = ({ conformance }: Pick<CertificationRunBody, 'conformance'>): boolean =>
  conformance.some((each) => each.endsWith(':failed'))

const aboutRunTimes = ({
  recorded_at,
  tested_at,
  completed_at,
  expires_at,
}: CertificationRunBody): readonly string[] => [
  ...when(completed_at < tested_at, 'completed_at: expected no earlier than tested_at'),
  ...when(expires_at <= completed_at, 'expires_at: expected after completed_at'),
  ...when(between(tested_at, expires_at) > longestValidityMs, 'expires_at: expected at most 90 days after tested_at'),
  ...when(
    Math.abs(between(tested_at, recorded_at)) > longestDelayMs,
    'recorded_at: expected within 24 hours of tested_at',
  ),
]

const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from)

/** R29: every control, so every check; no review. */
const aboutLocal = (body: CertificationRunBody): readonly string[] => [
  ...when(
    conformanceChecks.some((id) => body.conformance.filter((each) => each.startsWith(`${id}:`)).length !== 1),
    'conformance: expected each of the twelve checks once for local evidence',
  ),
  ...when(
    hasFailed(body) !== body.cases_failed > 0,
    'cases_failed: expected failed cases where, and only where, a conformance check failed',
  ),
  ...when(body.approval_review_id !== '', 'approval_review_id: expected nothing for local evidence'),
  ...when(body.approval_record_hash !== '', 'approval_record_hash: expected nothing for local evidence'),
  ...when(body.approval_state_at_test !== 'unknown', 'approval_state_at_test: expected unknown for local evidence'),
  ...when(body.approval_tier_at_test !== '', 'approval_tier_at_test: expected nothing for local evidence'),
]

const admitted: readonly string[] = ['approved', 'not_required', 'trial']

/** R29: the lifecycle at the real destination, under a review, for one account. */
const aboutLive = (body: CertificationRunBody): readonly string[] => [
  ...when(body.conformance.length > 0, 'conformance: expected nothing for live evidence'),
  ...when(body.witness === 'simulated', 'witness: expected a real destination for live evidence'),
  ...when(body.account_fingerprint === '', 'account_fingerprint: expected one for live evidence'),
  ...when(body.approval_review_id === '', 'approval_review_id: expected one for live evidence'),
  ...when(body.approval_record_hash === '', 'approval_record_hash: expected one for live evidence'),
  ...when(
    !admitted.includes(body.approval_state_at_test),
    `approval_state_at_test: expected one of ${admitted.join(', ')} for live evidence`,
  ),
  ...when(
    (body.approval_state_at_test === 'not_required') !== (body.approval_tier_at_test === 'not_required'),
    'approval_tier_at_test: expected not_required where, and only where, approval_state_at_test is',
  ),
]

const referring: readonly string[] = ['publish_immediate', 'publish_scheduled', 'final_result']

const aboutCheck = (body: CertificationCheckBody): readonly string[] => {
  const { kind, outcome, cases_passed, cases_failed, cases_inconclusive } = body
  return [
    ...when(
      (outcome === 'failed') !== (body.error_class !== ''),
      'error_class: expected for a failed check, and for no other',
    ),
    ...when(
      (outcome === 'not_applicable') !== (body.not_applicable_reason !== ''),
      'not_applicable_reason: expected for a check that is not applicable, and for no other',
    ),
    ...when(
      outcome === 'not_applicable' && kind !== 'refresh' && kind !== 'revoke',
      'outcome: expected passed or failed; only refresh and revoke may be not applicable',
    ),
    ...when(
      (outcome === 'passed' && referring.includes(kind)) !== (body.external_reference_fingerprint !== ''),
      'external_reference_fingerprint: expected for a publish or final result that passed, and for no other',
    ),
    ...when(
      outcome === 'passed' && (cases_passed === 0 || cases_failed > 0 || cases_inconclusive > 0),
      'outcome: expected passed only where cases passed, none failed and none was inconclusive',
    ),
    ...when(outcome === 'failed' && cases_failed === 0, 'cases_failed: expected at least one for a failed check'),
    ...when(
      outcome === 'not_applicable' && cases_passed + cases_failed + cases_inconclusive > 0,
      'outcome: expected not applicable only where nothing was observed',
    ),
  ]
}

const aboutControl = ({ starts_at, expires_at }: RuntimeControlBody): readonly string[] =>
  when(expires_at !== null && expires_at <= starts_at, 'expires_at: expected after starts_at')
