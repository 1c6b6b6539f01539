import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fingerprintKey } from '../record/index.ts'
import type { Decision } from './decision.ts'
import { anything } from '../store/sample-bodies.test.support.ts'
import { account, healthy, provider, sources } from './healthy.test.support.ts'
import type { Readiness } from './open-readiness.ts'
import type { ProviderItem } from './projection.ts'
import type { AccountSource, ProviderSource, Sources } from './sources.ts'

const asked = {
  provider,
  account,
  profile: provider.profiles[0],
  operation: 'publish_immediate',
  intent: 'production',
} as const

const decision = (readiness: Readiness, more: object = {}): Promise<Decision> =>
  readiness.decide({ ...asked, ...more } as Parameters<Readiness['decide']>[0])

const said = ({ state, blockers = [] }: Decision): string => [state, ...blockers.map(({ code }) => code)].join(' ')

const withProvider = (change: Partial<ProviderSource>): Sources => ({
  ...sources,
  providers: [{ ...provider, ...change }],
})

test('current evidence, approval and control make an operation healthy and advertisable', async () => {
  await using set = await healthy()
  const readiness = await set.readiness()
  assert.is(readiness.trouble, undefined)
  const seen = await decision(readiness)
  assert.is(said(seen), 'healthy')
  assert.is(seen.advertisable, true)
  assert.is(
    said(await decision(readiness, { operation: 'connect', account: undefined, profile: undefined })),
    'healthy',
  )
})

test('evidence of the immediate operation does not serve the scheduled one, nor another account', async () => {
  await using set = await healthy()
  const readiness = await set.readiness()
  assert.is(
    said(await decision(readiness, { operation: 'publish_scheduled' })),
    'certification_required local_evidence_missing live_evidence_missing',
  )
  const other: AccountSource = { ...account, id: 'acct-2' }
  assert.is(said(await decision(readiness, { account: other })), 'certification_required live_evidence_missing')
})

test('a changed capability, requirement list or fingerprint key leaves no evidence', async () => {
  await using set = await healthy()
  const profile = { ...provider.profiles[0], capability_digest: `sha256:${'0'.repeat(64)}` }
  const mismatch = 'certification_required local_evidence_mismatch live_evidence_mismatch'
  assert.is(said(await decision(await set.readiness(), { profile })), mismatch)
  const stricter = await set.readiness({ requirements_digest: `sha256:${'1'.repeat(64)}` })
  assert.is(said(await decision(stricter)), mismatch)
  const rotated = await set.readiness({ key: fingerprintKey(Buffer.alloc(32, 8)) })
  assert.match(said(await decision(rotated)), /^degraded .*local_evidence_missing live_evidence_missing$/)
})

test('what is appended afterwards counts at once: a disable, a failed run', async () => {
  await using set = await healthy()
  const readiness = await set.readiness()
  assert.is(said(await decision(readiness)), 'healthy')
  await set.evidence('local', 'failed', '2026-01-01T13:00:00.000Z')
  assert.is(said(await decision(readiness)), 'certification_required local_evidence_failed')
  await set.store.append([[set.sample.control({ ...anything, state: 'disabled', reason_code: 'incident' })]])
  assert.is(said(await decision(readiness)), 'disabled disabled local_evidence_failed')
})

test('evidence ends at its time, and the test intent needs none', async () => {
  await using set = await healthy()
  const later = await set.readiness({ clock: () => Date.parse('2026-06-01T00:00:00.000Z') })
  assert.is(said(await decision(later)), 'expired_proof local_evidence_expired live_evidence_expired')
  const trial = await decision(later, { intent: 'certification_test' })
  assert.is(said(trial), 'healthy')
  assert.is(trial.advertisable, false)
})

test('a clock that was set back is noticed, and brings nothing back to life', async () => {
  await using set = await healthy()
  const early = await set.readiness({ clock: () => Date.parse('2026-01-01T11:00:00.000Z') })
  assert.is(said(await decision(early)), 'degraded readiness_evidence_unavailable')
})

test('no ledger, no key, an untrusted signer: evidence is unavailable, never empty', async () => {
  await using set = await healthy()
  const unavailable = 'degraded readiness_evidence_unavailable'
  const without = await set.readiness({ store: undefined, trouble: 'gone' })
  assert.is(without.trouble, 'gone')
  assert.is(said(await decision(without)), unavailable)
  assert.is(said(await decision(await set.readiness({ key: undefined }))), unavailable)
  const distrusting = await set.readiness({ trusted: [] })
  assert.match(distrusting.trouble ?? '', /does not verify/)
  assert.is(said(await decision(distrusting)), unavailable)
})

test('a ledger edited behind our back is not believed any more', async () => {
  await using set = await healthy()
  const readiness = await set.readiness()
  assert.is(said(await decision(readiness)), 'healthy')
  const attacker = new Database(set.path)
  for (const { name } of attacker
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .all()) {
    attacker.exec(`DROP TRIGGER "${name}"`)
  }
  attacker.exec('DELETE FROM provider_runtime_control_events')
  attacker.close()
  assert.is(said(await decision(readiness)), 'degraded readiness_evidence_unavailable')
})

test('the deny-list of the environment wins without a ledger', async () => {
  await using set = await healthy()
  const readiness = await set.readiness({ store: undefined, sources: { ...sources, denied: ['blog'] } })
  const { providers } = await readiness.project()
  assert.equal(
    providers.map(({ state, blocking_issues }) => [state, blocking_issues]),
    [['disabled', ['disabled']]],
  )
})

test('the projection lists every provider with its worst decision, for one workspace or all', async () => {
  await using set = await healthy()
  const later: ProviderSource = { ...provider, id: 'later', implemented: false, profiles: [], accounts: [] }
  const both = { ...withProvider({}), providers: [provider, later] }
  const readiness = await set.readiness({ sources: both })
  const { providers } = await readiness.project()
  assert.equal(
    providers.map(({ provider: id, state, connectable, advertisable, connected_accounts }) => ({
      id,
      state,
      connectable,
      advertisable,
      connected_accounts,
    })),
    [
      { id: 'blog', state: 'certification_required', connectable: true, advertisable: true, connected_accounts: 1 },
      { id: 'later', state: 'unsupported', connectable: false, advertisable: false, connected_accounts: 0 },
    ],
  )
  assert.equal(providers[0]?.blocking_issues, ['live_evidence_missing', 'local_evidence_missing'])
  const elsewhere = await readiness.project({ workspaceId: 'w-2' })
  assert.is(elsewhere.providers[0]?.profiles, undefined)
  assert.is(elsewhere.providers[0]?.connected_accounts, 0)
  assert.not.match(JSON.stringify(providers), /scopes/)
})

test('the facts beside the state of a provider are those of a publish, and of the one that lacks most', async () => {
  await using set = await healthy()
  const lenient = { ...sources, enforced: false }
  const projected = async (): Promise<ProviderItem | undefined> =>
    (await (await set.readiness({ sources: lenient })).project()).providers[0]
  const lacking = await projected()
  // Nothing blocks, and the scheduled publish has no evidence.
  assert.is(lacking?.state, 'healthy')
  assert.equal(lacking?.facts, lacking?.profiles?.[0]?.scheduled.facts)
  assert.is(lacking?.facts.local_test, 'missing')
  await set.evidence('local', 'passed', undefined, 'publish_scheduled')
  await set.evidence('live', 'passed', undefined, 'publish_scheduled')
  const proven = await projected()
  assert.equal(proven?.facts, {
    configuration: 'configured',
    local_test: 'current',
    live_certification: 'current',
    approval: 'approved',
    authorization: 'valid',
    control: 'enabled',
    policy: 'allowed',
  })
})

test('where connecting alone is disabled, its facts stand beside the state', async () => {
  await using set = await healthy()
  const { sample, subject } = set
  await set.evidence('local', 'passed', undefined, 'publish_scheduled')
  await set.evidence('live', 'passed', undefined, 'publish_scheduled')
  const { provider: id, app_fingerprint } = subject
  const stop = { ...anything, provider: id, app_fingerprint, operation: 'connect', state: 'disabled' } as const
  await set.store.append([[sample.control({ ...stop, reason_code: 'incident' })]])
  const { providers } = await (await set.readiness()).project()
  assert.equal([providers[0]?.state, providers[0]?.facts.control], ['disabled', 'disabled'])
  assert.is(providers[0]?.profiles?.[0]?.immediate.state, 'healthy')
})

test.run()
