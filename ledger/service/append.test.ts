import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type CertificationRunBody,
  operatorRef,
  recordFileText,
  type RuntimeControlBody,
  verifyBody,
} from '../record/index.ts'
import { now } from '../readiness/healthy.test.support.ts'
import type { Batch, StoredRecord } from '../store/index.ts'
import { verifyLedgers } from '../store/index.ts'
import { bodyOf, digestOf, samples } from '../store/sample-bodies.test.support.ts'
import { administrator, adminRoutes, codeOf, type Served, served, sizeOf } from './service.test.support.ts'

const [reviews, controls, certifications] = ['approval-reviews', 'runtime-controls', 'certifications'].map(
  (each) => `${adminRoutes}/${each}`,
) as [string, string, string]

const disable = { provider: 'blog', state: 'disabled', reason_code: 'incident' }
const review = {
  provider: 'blog',
  state: 'approved',
  tier: 'standard',
  source_ref: 'review-board',
  reviewed_at: now,
  expires_at: '2026-06-01T00:00:00.000Z',
}

const stateNow = async ({ readiness }: Served): Promise<unknown> =>
  (await readiness.project({ workspaceId: 'w-1' })).providers[0]?.profiles?.[0]?.immediate.state

/** A run that was not appended yet. */
async function freshRun({ set }: Served, change: Partial<CertificationRunBody> = {}): Promise<Batch> {
  const { contract_digest } = bodyOf((await set.evidence('local'))[0]) as CertificationRunBody
  const [run, ...checks] = set.sample.run({ subject: set.subject, testedAt: '2026-01-01T13:00:00.000Z' })
  return [set.sample.sign({ ...(bodyOf(run) as CertificationRunBody), contract_digest, ...change }), ...checks]
}

const fileOf = ([run, ...checks]: Batch): string => recordFileText(run ?? { body: '', signatures: '' }, checks)

test('a disable is in force at once, signed by the admin key, with no name and no address in it', async () => {
  await using service = await served()
  const browser = await service.signIn()
  assert.is(await stateNow(service), 'healthy')
  const answer = await browser.post(controls, disable)
  assert.is(answer.status, 200)
  const { id, ledger, seq, is_new } = (await answer.json()) as Record<string, unknown>
  assert.equal([ledger, seq, is_new], ['runtime_control', 2, true])
  assert.is(await stateNow(service), 'disabled')
  const record = await service.set.store.byId('runtime_control', String(id))
  assert.ok(record)
  const { body, keys } = verifyBody(record, service.set.trusted)
  assert.is(keys[0]?.role, 'admin')
  assert.is(body.operator_ref, operatorRef(service.set.key, administrator.name))
  assert.not.match(record.body, /alex|127\.0\.0\.1|http/)
  assert.ok((await verifyLedgers(service.set.store, { trusted: service.set.trusted })).ok)
})

test('enabling a part never lifts the disable of the whole', async () => {
  await using service = await served()
  const browser = await service.signIn()
  await browser.post(controls, disable)
  await browser.post(controls, {
    ...disable,
    state: 'enabled',
    output_profile: 'blog.post',
    operation: 'publish_immediate',
  })
  assert.is(await stateNow(service), 'disabled')
  await browser.post(controls, { ...disable, state: 'enabled' })
  assert.is(await stateNow(service), 'healthy')
})

test('a runtime control of something that is not configured here is refused, so that no disable misses', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const before = await sizeOf(service.set)
  for (const more of [
    { provider: 'blgo' },
    { app_fingerprint: digestOf('other') },
    { output_profile: 'blog.story' },
    { account_kind: 'business' },
    { policy_mode: 'strict' },
    { deployment_environment: 'staging' },
    { provider_environment: 'sandbox' },
    { instance_fingerprint: digestOf('other') },
  ]) {
    const answer = await browser.post(controls, { ...disable, ...more })
    assert.is(answer.status, 409, JSON.stringify(more))
    assert.is(await codeOf(answer), 'subject_not_configured')
  }
  assert.is(await sizeOf(service.set), before)
})

test('a review refers to a source by slug and digest; a revocation stops what was healthy', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const answer = await browser.post(reviews, { ...review, state: 'revoked', tier: '' })
  assert.is(answer.status, 200)
  const newest = await service.set.store.newestReview(service.set.subject)
  const body = bodyOf(newest)
  assert.ok(body.ledger === 'approval_review')
  assert.equal([body.source_ref, body.source_digest], ['review-board', `sha256:${'5'.repeat(64)}`])
  assert.is(await stateNow(service), 'policy_restricted')
})

test('a review may not look back to before the current one, unless it is more restrictive', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const past = { ...review, reviewed_at: '2025-06-01T00:00:00.000Z' }
  const refused = await browser.post(reviews, past)
  assert.is(refused.status, 409)
  assert.is(await codeOf(refused), 'ledger_conflict')
  assert.is((await browser.post(reviews, { ...past, state: 'restricted', tier: '' })).status, 200)
})

test('a review with an address, an unknown source, another app or times that cannot be is refused', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const before = await sizeOf(service.set)
  const wrong: readonly (readonly [number, Record<string, unknown>])[] = [
    [400, { source_url: 'https://example.test/' }],
    [400, { source_ref: 'https://example.test/' }],
    [400, { source_ref: 'nobody' }],
    [400, { expires_at: now }],
    [400, { reviewed_at: '2026-02-30T00:00:00.000Z' }],
    [400, { reviewed_at: '2026-01-02T00:00:00+01:00' }],
    [400, { state: 'not_required' }],
    [400, { state: 'maybe' }],
    [400, { provider: 7 }],
    [409, { app_fingerprint: digestOf('other') }],
    [409, { provider_environment: 'sandbox' }],
  ]
  for (const [status, more] of wrong) {
    const answer = await browser.post(reviews, { ...review, ...more })
    assert.is(answer.status, status, JSON.stringify(more))
    assert.not.match(await answer.text(), /example\.test/)
  }
  assert.is(await sizeOf(service.set), before)
})

test('a record file of a trusted runner is appended once, however often it is sent', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const file = fileOf(await freshRun(service))
  const before = await sizeOf(service.set)
  const first = (await (await browser.post(certifications, file)).json()) as Record<string, unknown>
  assert.equal([first['ledger'], first['is_new']], ['certification_run', true])
  assert.is(await sizeOf(service.set), before + 7)
  const second = (await (await browser.post(certifications, file)).json()) as Record<string, unknown>
  assert.equal(second, { ...first, is_new: false })
  assert.is(await sizeOf(service.set), before + 7)
})

test('a run that failed is appended too, and takes the proof away', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const { contract_digest } = bodyOf((await freshRun(service))[0]) as CertificationRunBody
  const [run, ...checks] = service.set.sample.run({
    subject: service.set.subject,
    result: 'failed',
    testedAt: '2026-01-01T14:00:00.000Z',
  })
  const failed = service.set.sample.sign({ ...(bodyOf(run) as CertificationRunBody), contract_digest })
  assert.is((await browser.post(certifications, fileOf([failed, ...checks]))).status, 200)
  assert.is(await stateNow(service), 'certification_required')
})

test('a record file that a stranger signed, that lacks a check, is expired, changed or about something else is refused', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const good = await freshRun(service)
  const [run, ...checks] = good
  const strangers = samples(8)
  const before = await sizeOf(service.set)
  const other = service.set.sample.run({
    subject: { ...service.set.subject, output_profile: 'blog.story' },
    testedAt: '2026-01-01T13:00:00.000Z',
  })
  const wrong: readonly (readonly [string, number, string])[] = [
    ['stranger', 400, fileOf(strangers.run({ subject: service.set.subject, testedAt: '2026-01-01T13:00:00.000Z' }))],
    ['lacks a check', 400, recordFileText(run ?? { body: '', signatures: '' }, checks.slice(1))],
    [
      'changed',
      400,
      fileOf(good).replace(/"sig": "./, (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`),
    ],
    ['another contract', 400, fileOf(await freshRun(service, { contract_digest: digestOf('other') }))],
    ['another format', 409, fileOf(other)],
    ['not JSON', 400, '{'],
    ['empty', 400, ''],
  ]
  for (const [what, status, file] of wrong) {
    const answer = await browser.post(certifications, file)
    assert.is(answer.status, status, what)
    assert.ok(['record_refused', 'subject_not_configured'].includes(await codeOf(answer)), what)
  }
  service.later(100 * 86_400_000)
  const late = await service.signIn()
  assert.is((await late.post(certifications, fileOf(good))).status, 400, 'expired')
  assert.ok((await sizeOf(service.set)) <= before + 21)
})

test('live evidence of an account that is not connected here is refused', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const [live, ...checks] = await service.set.evidence('live', 'passed', '2026-01-01T13:00:00.000Z')
  const body = bodyOf(live) as CertificationRunBody
  assert.is((await browser.post(certifications, fileOf([live ?? { body: '', signatures: '' }, ...checks]))).status, 200)
  const other = service.set.sample.sign({ ...body, account_fingerprint: digestOf('stranger') })
  const answer = await browser.post(certifications, fileOf([other, ...checks]))
  assert.is(answer.status, 400)
})

test('without a ledger nothing is appended, and the service says so', async () => {
  await using service = await served({ more: { store: undefined } })
  const browser = await service.signIn()
  const answer = await browser.post(controls, disable)
  assert.is(answer.status, 503)
  assert.is(await codeOf(answer), 'ledger_unavailable')
  assert.is((await browser.get('/admin/provider?id=blog')).status, 200)
})

test('a runtime control may begin later and end by itself', async () => {
  await using service = await served()
  const browser = await service.signIn()
  await browser.post(controls, { ...disable, starts_at: '2026-01-02T01:00:00Z', expires_at: '2026-01-02T02:00Z' })
  const heads = await service.set.store.heads()
  const size = heads.find(({ ledger }) => ledger === 'runtime_control')?.size ?? 0
  let record: StoredRecord | undefined
  for await (const each of service.set.store.read('runtime_control', size)) record = each
  const { starts_at, expires_at } = bodyOf(record) as RuntimeControlBody
  assert.equal([starts_at, expires_at], ['2026-01-02T01:00:00.000Z', '2026-01-02T02:00:00.000Z'])
  assert.is(await stateNow(service), 'healthy')
  service.later(3_600_000)
  assert.is(await stateNow(service), 'disabled')
})

test.run()
