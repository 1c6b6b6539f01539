import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { later } from '../store/sample-bodies.test.support.ts'
import { againstLedger } from './against-ledger.ts'
import { type Claimable, claimable } from './claimable.test.support.ts'
import type { ClaimsFile } from './claim.ts'
import { claimsInForce } from './claims-in-force.ts'

async function rulesBroken(ledger: Claimable, change: (ledger: Claimable) => Promise<unknown>): Promise<string> {
  const { projection } = await ledger.project()
  await change(ledger)
  const { store, sample, now } = ledger
  const problems = await againstLedger(store, projection, sample.trusted, now)
  return [...new Set(problems.map(({ rule }) => rule))].join()
}

const now = '2026-01-02T00:00:00.000Z'
const subject = (ledger: Claimable) => ledger.project().then(({ projection }) => projection.subjects[0]?.subject)

/** What happens in the ledger after the projection was signed, and the rule that notices. */
const events: Readonly<Record<string, readonly [rule: string, happens: (ledger: Claimable) => Promise<unknown>]>> = {
  'nothing of the subject': ['', ({ store, sample }) => store.append([[sample.control({ provider: 'other' })]])],
  'one more passing run': ['', (ledger) => ledger.run('local')],
  'a failed local run': ['G16-superseded', (ledger) => ledger.run('local', {}, 'failed')],
  'a failed live run': ['G16-superseded', (ledger) => ledger.run('live', {}, 'failed')],
  'a newer review': [
    'G11-approval',
    async (ledger) => {
      const { app_fingerprint } = (await subject(ledger)) ?? {}
      const review = ledger.sample.review({
        approval_state: 'revoked',
        reviewed_at: now,
        recorded_at: now,
        app_fingerprint: app_fingerprint ?? '',
      })
      await ledger.store.append([[review]])
    },
  ],
  'a runtime control that disables the provider': [
    'G13-control',
    async (ledger) => {
      const everything = {
        app_fingerprint: '',
        account_kind: '',
        output_profile: '',
        operation: '',
        policy_mode: '',
      } as const
      const control = ledger.sample.control({
        ...everything,
        deployment_environment: '',
        provider_environment: '',
        instance_fingerprint: '',
        state: 'disabled',
        starts_at: later(now, -1),
      })
      await ledger.store.append([[control]])
    },
  ],
}

for (const [what, [rule, happens]] of Object.entries(events)) {
  test(`the ledger notices ${what} ${rule === '' ? 'without objecting' : `and objects by ${rule}`}`, async () => {
    await using ledger = await claimable()
    assert.is(await rulesBroken(ledger, happens), rule)
  })
}

test('a projection of another ledger is refused', async () => {
  await using ledger = await claimable()
  await using other = await claimable()
  const { projection } = await ledger.project()
  await other.project()
  const problems = await againstLedger(other.store, projection, other.sample.trusted, now)
  assert.equal([...new Set(problems.map(({ rule }) => rule))], ['G17-records'])
})

test('a released claim is withdrawn when its subject is disabled, fails, or its time is over; until then it is in force', async () => {
  for (const [what, [rule, happens]] of Object.entries(events)) {
    await using ledger = await claimable()
    const { claims } = JSON.parse((await ledger.project()).claims) as ClaimsFile
    await happens(ledger)
    const inForce = await claimsInForce(claims, await ledger.around())
    assert.is(inForce.length, rule === '' ? 1 : 0, what)
  }
  await using ledger = await claimable()
  const { claims } = JSON.parse((await ledger.project()).claims) as ClaimsFile
  const around = await ledger.around()
  const ended = claims.map((claim) => ({ ...claim, valid_until: now }))
  assert.equal(await claimsInForce(ended, around), [])
  const ofOtherContract = claims.map((claim) => ({ ...claim, contract_digest: 'sha256:other' }))
  assert.equal(await claimsInForce(ofOtherContract, around), [])
})

test.run()
