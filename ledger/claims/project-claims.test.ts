import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { provider, sources } from '../readiness/healthy.test.support.ts'
import type { Sources } from '../readiness/index.ts'
import { digestOf } from '../store/sample-bodies.test.support.ts'
import { type Claimable, claimable, type ClaimableWish } from './claimable.test.support.ts'
import { revision } from './claim-set.test.support.ts'
import type { ClaimsFile } from './claim.ts'
import { claimsFileText, zeroClaimsDigest } from './claims-file.ts'
import { type GateInput, judgeClaims } from './claims-gate.ts'
import type { ClaimsProjection } from './projection.ts'
import { projectionFileText } from './projection-file.ts'
import { projectClaims } from './project-claims.ts'
import { bindRelease, releaseManifestText } from './release-manifest.ts'

function releaseOf(
  { sample, now }: Claimable,
  { projection, claims }: { readonly projection: ClaimsProjection; readonly claims: string },
): GateInput {
  const bytes = Buffer.from(claims)
  return {
    file: { bytes, isRegular: true, others: [] },
    release: releaseManifestText(bindRelease(bytes, { version: 'v1.2.3', revision, claimCount: countIn(claims) })),
    head: revision,
    projection: projectionFileText(sample.keys.ledger, projection),
    trusted: sample.trusted,
    requirements_digest: digestOf('requirements'),
    now,
    maxAgeHours: 24,
  }
}

test('a healthy subject of the ledger becomes one claim, which the gate lets through', async () => {
  await using ledger = await claimable()
  const made = await ledger.project()
  assert.is(made.projection.subjects.length, 1)
  const { problems, claims } = judgeClaims(releaseOf(ledger, made))
  assert.equal(problems, [])
  assert.is(claims, 1)
})

test('projecting twice gives the same file and needs no second checkpoint', async () => {
  await using ledger = await claimable()
  const first = await ledger.project()
  const second = await ledger.project()
  assert.is(second.claims, first.claims)
  assert.equal(second.projection, first.projection)
  assert.is((await ledger.verified()).checkpoints.count, 1)
})

test('neither file names an account, a workspace, an app or the key', async () => {
  await using ledger = await claimable()
  const { projection, claims } = await ledger.project()
  const text = JSON.stringify(projection) + claims
  for (const name of ['acct-1', '"w-1"', 'blog-app', Buffer.alloc(32, 7).toString('hex')]) {
    assert.not.ok(text.includes(name), name)
  }
})

test('a record that came after the checkpoint is not cited', async () => {
  await using ledger = await claimable()
  const { projection } = await ledger.project()
  await ledger.run('local')
  const around = await ledger.around()
  const late = await projectClaims(ledger.store, JSON.stringify(projection.checkpoint), around).then(
    () => 'projected',
    (error: Error) => error.message,
  )
  assert.match(late, 'since the checkpoint')
})

const countIn = (claims: string): number => (JSON.parse(claims) as ClaimsFile).claims.length

/** G23: what makes no claim, whatever else there is. */
const noClaims: Readonly<Record<string, readonly [wish: ClaimableWish, sources: Sources]>> = {
  'a build that implements it, and an adapter with a configured credential': [{ kinds: [] }, sources],
  'a run against a simulated destination': [{ kinds: ['local'] }, sources],
  'a real run without the conformance checks': [{ kinds: ['live'] }, sources],
  'runs with the test intent': [{ run: { intent: 'certification_test' } }, sources],
  'runs of another contract': [{ run: { contract_digest: digestOf('other') } }, sources],
  'a self-hosted edition': [{}, { ...sources, edition: 'self_hosted' }],
  'a staging deployment': [{}, { ...sources, deployment_environment: 'staging' }],
  'an account that is not connected': [{}, { ...sources, providers: [{ ...provider, accounts: [] }] }],
  'a provider that the environment disables': [{}, { ...sources, denied: ['blog'] }],
}

for (const [what, [wish, given]] of Object.entries(noClaims)) {
  test(`no claim follows from ${what}`, async () => {
    await using ledger = await claimable(wish)
    const made = await ledger.project(given)
    assert.is(made.claims, claimsFileText([]))
    assert.equal(judgeClaims({ ...releaseOf(ledger, made), atRest: true }).problems, [])
  })
}

test('a claims file that somebody wrote by hand is refused with the signed projection of a ledger that has none', async () => {
  await using ready = await claimable()
  const written = (await ready.project()).claims
  await using ledger = await claimable({ kinds: [] })
  const { projection } = await ledger.project()
  const rules = judgeClaims(releaseOf(ledger, { projection, claims: written })).problems.map(({ rule }) => rule)
  assert.equal([...new Set(rules)], ['G20-regenerated'])
})

test('the file without claims is the one whose digest is known', async () => {
  assert.is(zeroClaimsDigest, 'sha256:7a8f76d2425071dd1e9d38c60815b7c8627884b510229d4525776dd8ef23bc3d')
  await using ledger = await claimable({ kinds: [] })
  assert.is((await ledger.project()).claims.length, 42)
})

test.run()
