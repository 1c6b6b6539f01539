import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CertificationCheckBody, CertificationRunBody } from '../record/body.ts'
import type { Subject } from '../record/subject.ts'
import { type Evidence, evidenceState, type Expectation } from './evidence-state.ts'

const digest = (letter: string): string => `sha256:${letter.repeat(64)}`

const subject: Subject = {
  provider: 'example',
  app_fingerprint: digest('a'),
  deployment_environment: 'production',
  provider_environment: 'production',
  instance_fingerprint: '',
  account_kind: 'standard',
  output_profile: 'text',
  operation: 'publish_immediate',
  policy_mode: 'standard',
}
const common = {
  v: 1,
  id: 'one',
  recorded_at: '2026-11-01T10:00:05.000Z',
  operator_ref: '',
  fp_alg: 'hmac-sha256',
  fp_key_id: 'key-one',
} as const
const run: CertificationRunBody = {
  ...common,
  ...subject,
  ledger: 'certification_run',
  approval_review_id: 'review',
  approval_record_hash: digest('b'),
  evidence_kind: 'live',
  intent: 'production',
  subject_digest: digest('c'),
  account_fingerprint: digest('d'),
  tested_revision: '0'.repeat(40),
  contract_digest: digest('e'),
  harness_version: '1.0.0',
  harness_digest: digest('f'),
  plan_digest: digest('1'),
  requirements_digest: digest('2'),
  kill_matrix_digest: digest('3'),
  artifact_digest: digest('4'),
  witness: 'items-query',
  conformance: [],
  cases_passed: 6,
  cases_failed: 0,
  cases_inapplicable: 0,
  cases_inconclusive: 0,
  approval_state_at_test: 'approved',
  approval_tier_at_test: 'basic',
  required_scopes: ['read', 'write'],
  granted_scopes: ['read', 'write'],
  tested_at: '2026-11-01T10:00:00.000Z',
  completed_at: '2026-11-01T10:00:04.000Z',
  expires_at: '2026-12-01T10:00:00.000Z',
  check_count: 2,
  checks_digest: digest('5'),
  result: 'passed',
}
const check = (
  kind: CertificationCheckBody['kind'],
  outcome: CertificationCheckBody['outcome'],
): CertificationCheckBody => ({
  ...common,
  ledger: 'certification_check',
  run_id: 'one',
  kind,
  outcome,
  error_class: '',
  not_applicable_reason: '',
  external_reference_fingerprint: '',
  cases_passed: 1,
  cases_failed: 0,
  cases_inapplicable: 0,
  cases_inconclusive: 0,
  cases_digest: digest('6'),
  completed_at: '2026-11-01T10:00:03.000Z',
})
const evidence: Evidence = {
  run,
  checks: [check('publish_immediate', 'passed'), check('refresh', 'not_applicable')],
  superseded: false,
}
const expectation: Expectation = {
  kind: 'live',
  subject,
  contract_digest: digest('e'),
  fp_key_id: 'key-one',
  account_fingerprint: digest('d'),
  review: { approval_state: 'approved', approval_tier: 'basic', reviewed_at: '2026-10-01T00:00:00.000Z' },
  required_scopes: ['read', 'write'],
  granted_scopes: ['write', 'read'],
  required_checks: [
    { kind: 'publish_immediate', allow_not_applicable: false },
    { kind: 'refresh', allow_not_applicable: true },
  ],
  now: '2026-11-15T00:00:00.000Z',
}

test('evidence of exactly what would run now is current', () => {
  assert.is(evidenceState(evidence, expectation), 'current')
  assert.is(evidenceState(evidence, { ...expectation, revision: run.tested_revision }), 'current')
  assert.is(evidenceState(undefined, expectation), 'missing')
})

test('changing any one field of the subject makes it evidence of something else', () => {
  const changes: readonly Partial<Subject>[] = [
    { provider: 'other' },
    { app_fingerprint: digest('0') },
    { deployment_environment: 'staging' },
    { provider_environment: 'sandbox' },
    { instance_fingerprint: digest('0') },
    { account_kind: 'business' },
    { output_profile: 'long' },
    { operation: 'publish_scheduled' },
    { policy_mode: 'strict' },
  ]
  for (const change of changes) {
    const changed = { ...expectation, subject: { ...subject, ...change } }
    assert.is(evidenceState(evidence, changed), 'mismatch', JSON.stringify(change))
  }
})

test('so does every other thing that it is bound to', () => {
  const { review } = expectation
  assert.ok(review)
  const changes: readonly Partial<Expectation>[] = [
    { kind: 'local' },
    { contract_digest: digest('0') },
    { fp_key_id: 'retired' },
    { account_fingerprint: digest('0') },
    { account_fingerprint: '' },
    { review: undefined },
    { review: { ...review, approval_state: 'trial' } },
    { review: { ...review, approval_tier: 'pro' } },
    { review: { ...review, reviewed_at: '2026-11-02T00:00:00.000Z' } },
    { required_scopes: ['read'] },
    { granted_scopes: ['read', 'write', 'delete'] },
    { granted_scopes: ['read'] },
    { required_checks: expectation.required_checks.slice(1) },
    { revision: '1'.repeat(40) },
    // A clock that was set back: the test lies ahead of it.
    { now: '2026-10-31T00:00:00.000Z' },
  ]
  for (const change of changes) {
    assert.is(evidenceState(evidence, { ...expectation, ...change }), 'mismatch', JSON.stringify(change))
  }
})

test('local evidence needs neither account nor review', () => {
  const local = { ...evidence, run: { ...run, evidence_kind: 'local', account_fingerprint: '' } } as const
  const wanted = { ...expectation, kind: 'local', account_fingerprint: '', review: undefined } as const
  assert.is(evidenceState(local, wanted), 'current')
})

test('a check out of its time, or one too few, is not what was asked for', () => {
  const [first, second] = evidence.checks
  assert.ok(first && second)
  assert.is(evidenceState({ ...evidence, checks: [first] }, expectation), 'mismatch')
  const early = { ...first, completed_at: '2026-11-01T09:59:59.999Z' }
  assert.is(evidenceState({ ...evidence, checks: [early, second] }, expectation), 'mismatch')
})

test('it expires at the very instant that it names', () => {
  assert.is(evidenceState(evidence, { ...expectation, now: run.expires_at }), 'expired')
  assert.is(evidenceState(evidence, { ...expectation, now: '2026-12-01T09:59:59.999Z' }), 'current')
  assert.is(evidenceState({ ...evidence, superseded: true }, { ...expectation, now: run.expires_at }), 'expired')
})

test('a failure, its own or a later one, fails it', () => {
  const [first, second] = evidence.checks
  assert.ok(first && second)
  assert.is(evidenceState({ ...evidence, superseded: true }, expectation), 'failed')
  assert.is(evidenceState({ ...evidence, run: { ...run, result: 'failed' } }, expectation), 'failed')
  assert.is(evidenceState({ ...evidence, checks: [{ ...first, outcome: 'failed' }, second] }, expectation), 'failed')
  const notApplicable = { ...first, outcome: 'not_applicable' } as const
  assert.is(evidenceState({ ...evidence, checks: [notApplicable, second] }, expectation), 'failed')
})

test.run()
