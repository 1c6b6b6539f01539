import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Body } from './body.ts'
import { canonicalText } from './canonical.ts'
import {
  exampleBodies,
  exampleChecks,
  exampleControl,
  exampleLiveRun,
  exampleReview,
  exampleRun,
} from './example.test.support.ts'
import { complaintsAbout, readBody } from './read-body.ts'
import { RecordError } from './record-error.ts'

/** The body is complained about, and the complaint names the field. */
const refuses = (body: unknown, field: string): void => {
  const complaints = complaintsAbout(body)
  assert.ok(
    complaints.some((each) => each.startsWith(`${field}: expected`)),
    `${field}: ${JSON.stringify(complaints)}`,
  )
}

test('valid bodies of every ledger are read back as they were', () => {
  for (const body of exampleBodies()) {
    assert.equal(complaintsAbout(body), [], body.ledger)
    assert.equal(readBody(canonicalText(body)), body)
  }
})

test('every field of every body is required, and no other is allowed', () => {
  for (const body of exampleBodies()) {
    for (const key of Object.keys(body).filter((each) => each !== 'ledger')) {
      const { [key as keyof Body]: _, ...rest } = body
      refuses(rest, key)
    }
    assert.match(complaintsAbout({ ...body, account_id: 'a' }).join(), /no other fields/)
  }
})

test('every field refuses what is not of its kind', () => {
  const wrong: readonly unknown[] = [
    'https://social.example/@alice',
    'alice@example.com',
    'A B',
    'ä',
    -1,
    1.5,
    true,
    ['a b'],
    {},
    null,
  ]
  for (const body of exampleBodies()) {
    for (const key of Object.keys(body)) {
      const tolerated = wrong.filter((value) => complaintsAbout({ ...body, [key]: value }).length === 0)
      // The only field that may be null.
      assert.equal(
        tolerated,
        key === 'expires_at' && body.ledger === 'runtime_control' ? [null] : [],
        `${body.ledger} ${key}`,
      )
    }
  }
})

test('a digest of another case, length or kind is refused wherever there is one', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const bad = [
    digest.toUpperCase(),
    `SHA256:${'a'.repeat(64)}`,
    digest.slice(0, -1),
    `${digest}a`,
    'a'.repeat(64),
    'sha256:https://social.example/@alice',
    `${digest}\n`,
  ]
  for (const body of exampleBodies()) {
    for (const key of Object.keys(body).filter((each) => /_(digest|fingerprint)$/.test(each))) {
      for (const value of bad) assert.ok(complaintsAbout({ ...body, [key]: value }).length > 0, `${key} ${value}`)
    }
  }
})

test('an operator is a keyed reference, made with the key that the record names', () => {
  refuses(exampleReview({ operator_ref: 'alice@example.com' }), 'operator_ref')
  refuses(exampleReview({ operator_ref: `operator:sha256:${'a'.repeat(64)}` }), 'operator_ref')
  refuses(exampleReview({ fp_key_id: '0'.repeat(16) }), 'operator_ref')
})

test('times are canonical and exist', () => {
  for (const time of [
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.000+00:00',
    '2026-02-30T10:00:00.000Z',
    '2026-11-21T24:00:00.000Z',
    '2026-11-21T10:00:60.000Z',
    '2026-9-1',
    '',
  ]) {
    refuses(exampleReview({ recorded_at: time }), 'recorded_at')
  }
})

test('times follow each other', () => {
  refuses(exampleRun({ completed_at: '2026-11-21T09:59:59.999Z' }), 'completed_at')
  refuses(exampleRun({ expires_at: '2026-11-21T10:05:00.000Z' }), 'expires_at')
  refuses(exampleReview({ expires_at: exampleReview().reviewed_at }), 'expires_at')
  refuses(exampleControl({ expires_at: exampleControl().starts_at }), 'expires_at')
})

test('evidence holds for 90 days at most, and is recorded within a day', () => {
  assert.equal(complaintsAbout(exampleRun({ expires_at: '2027-02-19T10:00:00.000Z' })), [])
  refuses(exampleRun({ expires_at: '2027-02-19T10:00:00.001Z' }), 'expires_at')
  assert.equal(complaintsAbout(exampleRun({ recorded_at: '2026-11-22T10:00:00.000Z' })), [])
  refuses(exampleRun({ recorded_at: '2026-11-22T10:00:00.001Z' }), 'recorded_at')
  refuses(exampleRun({ recorded_at: '2026-11-20T09:59:59.999Z' }), 'recorded_at')
})

test('arrays are sorted sets', () => {
  assert.equal(complaintsAbout(exampleRun({ required_scopes: ['a', 'b'] })), [])
  refuses(exampleRun({ required_scopes: ['b', 'a'] }), 'required_scopes')
  refuses(exampleRun({ granted_scopes: ['a', 'a'] }), 'granted_scopes')
  refuses(exampleRun({ conformance: exampleRun().conformance.toReversed() }), 'conformance')
})

test('the digest of the subject is that of its nine fields', () => {
  const run = exampleRun()
  for (const change of [
    { provider: 'other-blog' },
    { app_fingerprint: run.plan_digest },
    { deployment_environment: 'staging' },
    { provider_environment: 'sandbox' },
    { instance_fingerprint: run.plan_digest },
    { account_kind: 'business' },
    { output_profile: 'blog.note' },
    { operation: 'publish_scheduled' },
    { policy_mode: 'strict' },
  ])
    refuses({ ...run, ...change }, 'subject_digest')
})

test('local evidence has every check and no review', () => {
  refuses(exampleRun({ conformance: exampleRun().conformance.slice(1) }), 'conformance')
  refuses(
    exampleRun({
      conformance: [...exampleRun().conformance, 'protocol:failed'].toSorted(),
      cases_failed: 1,
      result: 'failed',
    }),
    'conformance',
  )
  refuses(exampleRun({ conformance: ['more:passed'] }), 'conformance')
  refuses(exampleRun({ approval_review_id: 'review-00000001' }), 'approval_review_id')
  refuses(exampleRun({ approval_record_hash: 'a'.repeat(64) }), 'approval_record_hash')
  refuses(exampleRun({ approval_state_at_test: 'approved' }), 'approval_state_at_test')
  refuses(exampleRun({ approval_tier_at_test: 'basic' }), 'approval_tier_at_test')
})

test('live evidence has an account, a review that admits it, a real destination and no faults', () => {
  refuses(exampleLiveRun({ conformance: exampleRun().conformance }), 'conformance')
  refuses(exampleLiveRun({ witness: 'simulated' }), 'witness')
  refuses(exampleLiveRun({ account_fingerprint: '' }), 'account_fingerprint')
  refuses(exampleLiveRun({ approval_review_id: '' }), 'approval_review_id')
  refuses(exampleLiveRun({ approval_record_hash: '' }), 'approval_record_hash')
  for (const state of ['unknown', 'pending', 'restricted', 'revoked'] as const) {
    refuses(exampleLiveRun({ approval_state_at_test: state }), 'approval_state_at_test')
  }
  refuses(exampleLiveRun({ approval_state_at_test: 'not_required' }), 'approval_tier_at_test')
  refuses(exampleReview({ approval_state: 'not_required' }), 'approval_tier')
  refuses(exampleReview({ approval_tier: 'not_required' }), 'approval_tier')
})

test('a run that passed has no failure in it, and no run is inconclusive', () => {
  const conformance = exampleRun().conformance.map((each) => each.replace('health:passed', 'health:failed'))
  refuses(exampleRun({ conformance, cases_failed: 1 }), 'result')
  refuses(exampleRun({ conformance, result: 'failed' }), 'cases_failed')
  refuses(exampleRun({ cases_failed: 1, result: 'failed' }), 'cases_failed')
  refuses(exampleRun({ cases_passed: 0 }), 'cases_passed')
  refuses(exampleRun({ cases_inconclusive: 1 }), 'cases_inconclusive')
  assert.equal(complaintsAbout(exampleRun({ conformance, cases_failed: 1, result: 'failed' })), [])
})

test('a check says exactly what its outcome needs', () => {
  const check = (kind: string): (typeof checks)[number] => {
    const found = checks.find((each) => each.kind === kind)
    if (!found) throw new Error(`no check ${kind}`)
    return found
  }
  const checks = exampleChecks()
  const digest = check('connect').cases_digest
  refuses({ ...check('connect'), error_class: 'refused' }, 'error_class')
  refuses({ ...check('connect'), outcome: 'failed', cases_failed: 1 }, 'error_class')
  refuses({ ...check('connect'), outcome: 'failed', error_class: 'refused' }, 'cases_failed')
  refuses({ ...check('connect'), not_applicable_reason: 'preconfigured_connection' }, 'not_applicable_reason')
  refuses({ ...check('refresh'), not_applicable_reason: '' }, 'not_applicable_reason')
  refuses({ ...check('refresh'), not_applicable_reason: 'too_difficult' }, 'not_applicable_reason')
  refuses({ ...check('refresh'), cases_passed: 1 }, 'outcome')
  refuses({ ...check('refresh'), kind: 'connect' }, 'outcome')
  refuses({ ...check('publish_immediate'), external_reference_fingerprint: '' }, 'external_reference_fingerprint')
  refuses({ ...check('connect'), external_reference_fingerprint: digest }, 'external_reference_fingerprint')
  refuses({ ...check('connect'), cases_failed: 1 }, 'outcome')
  refuses({ ...check('connect'), cases_inconclusive: 1 }, 'outcome')
  refuses({ ...check('connect'), cases_passed: 0 }, 'outcome')
  assert.equal(complaintsAbout({ ...check('connect'), outcome: 'failed', error_class: 'refused', cases_failed: 1 }), [])
})

test('ids of providers and profiles are those of the protocol, and no URLs', () => {
  assert.equal(complaintsAbout(exampleRun({ provider: 'Acme:blog/v2', output_profile: 'A/b:c' })), [])
  refuses(exampleRun({ provider: 'https://social.example/alice' }), 'provider')
  refuses(exampleRun({ output_profile: 'https://social.example/alice' }), 'output_profile')
})

test('every complaint is listed, and none quotes a value or an unknown key', () => {
  const secret = 'sk_live_51H8xKq2eZvKYlo2C'
  const body = {
    ...exampleRun({ intent: secret as 'production', tested_revision: secret, policy_mode: `${secret}/` }),
    [secret]: 1,
  }
  const complaints = complaintsAbout(body)
  assert.is(complaints.length, 4, complaints.join('\n'))
  assert.not.match(complaints.join(), secret)
})

test('a text with a doubled or displaced key is refused', () => {
  const text = canonicalText(exampleRun())
  const doubled = text.replace('"result":"passed"', '"result":"failed","result":"passed"')
  const displaced = `${text.replace('"v":1', '"v":0').slice(0, -1).replace(',"v":0', '').replace('{', '{"v":1,')}}`
  assert.equal(JSON.parse(doubled), exampleRun())
  assert.equal(JSON.parse(displaced), exampleRun())
  for (const bad of [doubled, displaced])
    assert.throws(
      () => readBody(bad),
      (error: unknown) => error instanceof RecordError,
    )
})

test('whatever is not a body gives complaints, never another error', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }), (value) =>
      assert.ok(complaintsAbout(value).length > 0),
    ),
  )
  const mutilated = fc.record({ body: fc.constantFrom(...exampleBodies()), key: fc.nat(60), value: fc.jsonValue() })
  fc.assert(
    fc.property(mutilated, ({ body, key, value }) => {
      const keys = Object.keys(body)
      assert.type(complaintsAbout({ ...body, [String(keys[key % keys.length])]: value }).length, 'number')
    }),
  )
})

test.run()
