import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { payloadTypes, sealEnvelope } from '../record/index.ts'
import { bodyOf, digestOf, later, samples } from '../store/sample-bodies.test.support.ts'
import { claimSet, now, revision, type Wish } from './claim-set.test.support.ts'
import type { ClaimsFile } from './claim.ts'
import { renderClaims } from './claims-file.ts'
import { type GateInput, judgeClaims } from './claims-gate.ts'
import { gateRules, type GateRule } from './problem.ts'
import type { CitedRecord, ProjectedSubject } from './projection.ts'
import { bindRelease, releaseManifestText } from './release-manifest.ts'
import { vouchingKeys } from './vouching-keys.ts'

const rulesBroken = (input: GateInput): string =>
  [...new Set(judgeClaims(input).problems.map(({ rule }) => rule))].toSorted().join()

test('a set that the ledger backs is let through', () => {
  for (const wish of [{}, { operations: ['publish_immediate', 'publish_scheduled'] }] satisfies readonly Wish[]) {
    assert.equal(judgeClaims(claimSet(wish)).problems, [])
  }
  assert.is(judgeClaims(claimSet()).claims, 1)
})

test('a set with scopes, with an instance, or without need of an approval is let through, too', () => {
  const wishes: readonly Wish[] = [
    { scopes: { required: ['read', 'write'], granted: ['more', 'read', 'write'] } },
    { subject: { instance_fingerprint: digestOf('instance') } },
    { review: { approval_state: 'not_required', approval_tier: 'not_required' } },
  ]
  for (const wish of wishes) assert.equal(judgeClaims(claimSet(wish)).problems, [])
})

/** Changes the text of the one claim and nothing else. */
const inText =
  (from: string | RegExp, to: string): ((text: string) => string) =>
  (text) => {
    const changed = text.replace(from, to)
    assert.is.not(changed, text)
    return changed
  }

const controls = (projected: ProjectedSubject, change: (record: CitedRecord) => CitedRecord): ProjectedSubject => ({
  ...projected,
  controls: projected.controls.map(change),
})

const lifted = { cases_failed: 1, result: 'failed' } as const
const passing = bodyOf(samples(1).run()[0])
const conformance = passing.ledger === 'certification_run' ? passing.conformance : []

/** Each breaks one rule: whatever else would follow from it is made to fit. */
const mutations: Readonly<Record<string, readonly [rule: GateRule, wish: Wish]>> = {
  'a byte order mark': ['G1-canonical-bytes', { claims: (text) => `\uFEFF${text}` }],
  'bytes that are not UTF-8': ['G1-canonical-bytes', { claims: () => Uint8Array.of(0xff, 0xfe) }],
  'text that is not JSON': ['G1-canonical-bytes', { claims: () => 'no claims' }],
  'a key that stands twice': [
    'G1-canonical-bytes',
    { claims: inText('"policy": "allowed"', '"policy": "restricted",\n      "policy": "allowed"') },
  ],
  'other line ends': ['G1-canonical-bytes', { claims: (text) => text.replaceAll('\n', '\r\n') }],
  'a space more': ['G1-canonical-bytes', { claims: inText(': ', ':  ') }],
  'no line feed at the end': ['G1-canonical-bytes', { claims: (text) => text.trimEnd() }],
  'keys in another order': [
    'G1-canonical-bytes',
    { claims: inText(/("state": "configured"),(\s+)("source": "environment")/, '$3,$2$1') },
  ],
  'a version written as a fraction': [
    'G1-canonical-bytes',
    { claims: inText('"schema_version": 1', '"schema_version": 1.0') },
  ],
  'a key too many': ['G2-exact-keys', { claims: inText('"policy"', '"note": "",\n      "policy"') }],
  'a key named __proto__': ['G2-exact-keys', { claims: inText('"policy"', '"__proto__": {},\n      "policy"') }],
  'a key missing': ['G2-exact-keys', { claims: inText(/ {6}"policy": "allowed",\n/, '') }],
  'a value of another kind': ['G2-exact-keys', { claims: inText('"allowed"', 'true') }],
  'no object': ['G2-exact-keys', { claims: () => '[]\n' }],
  'another schema version': ['G3-schema-version', { claims: inText('"schema_version": 1', '"schema_version": 2') }],
  'a schema version that is a text': [
    'G3-schema-version',
    { claims: inText('"schema_version": 1', '"schema_version": "1"') },
  ],
  'claims in another order': [
    'G4-sorted-subjects',
    {
      operations: ['publish_immediate', 'publish_scheduled'],
      claims: (text) => renderClaims((JSON.parse(text) as ClaimsFile).claims.toReversed()),
    },
  ],
  'a subject twice': [
    'G4-sorted-subjects',
    { claims: (text) => renderClaims((JSON.parse(text) as ClaimsFile).claims.flatMap((each) => [each, each])) },
  ],
  'a manifest of another file': [
    'G5-manifest-binding',
    { release: (m) => ({ ...m, provider_claims: { ...m.provider_claims, manifest_sha256: digestOf('other') } }) },
  ],
  'a manifest that counts one more': [
    'G5-manifest-binding',
    { release: (m) => ({ ...m, provider_claims: { ...m.provider_claims, claim_count: 2 } }) },
  ],
  'a manifest that counts one less': [
    'G5-manifest-binding',
    { release: (m) => ({ ...m, provider_claims: { ...m.provider_claims, claim_count: 0 } }) },
  ],
  'a manifest of another schema version': [
    'G5-manifest-binding',
    { release: (m) => ({ ...m, provider_claims: { ...m.provider_claims, schema_version: 2 } }) },
  ],
  'a version that is not stable': ['G6-release-identity', { release: (m) => ({ ...m, version: 'v1.2.3-rc.1' }) }],
  'a revision that is cut': ['G6-release-identity', { release: (m) => ({ ...m, revision: '89abcdef' }) }],
  'another revision than the one released': [
    'G6-release-identity',
    { release: (m) => ({ ...m, revision: revision.replace('8', '9') }) },
  ],
  'a key too many in the manifest': ['G6-release-identity', { release: (m) => ({ ...m, notes: '' }) }],
  'a manifest that is none': ['G6-release-identity', { input: () => ({ release: '{}' }) }],
  'a page that speaks of availability': [
    'G7-surfaces',
    { input: () => ({ surfaces: [{ name: 'README.md', text: 'The blog format is now available.' }] }) },
  ],
  'a page with other claims than the file': [
    'G7-surfaces',
    {
      input: () => ({
        surfaces: [
          {
            name: 'README.md',
            text: '<!-- claims:begin -->\nNo claim is made of any provider format.\n<!-- claims:end -->\n',
          },
        ],
      }),
    },
  ],
  'a claims file that is a link': ['G8-one-file', { input: ({ file }) => ({ file: { ...file, isRegular: false } }) }],
  'a second claims file': [
    'G8-one-file',
    { input: ({ file }) => ({ file: { ...file, others: ['claims-old.json'] } }) },
  ],
  'a sandbox of the provider': ['G9-subject', { subject: { provider_environment: 'sandbox' } }],
  'a staging deployment': ['G9-subject', { subject: { deployment_environment: 'staging' } }],
  'an app that is not configured': [
    'G10-configuration',
    { projected: (each) => ({ ...each, configuration: { state: 'missing', source: 'environment' } }) },
  ],
  'a configuration from nowhere': [
    'G10-configuration',
    { projected: (each) => ({ ...each, configuration: { state: 'configured', source: 'unknown' } }) },
  ],
  'an app that no longer runs': [
    'G10-configuration',
    { projection: (each) => ({ ...each, catalogue: [digestOf('other app')] }) },
  ],
  'a trial approval': ['G11-approval', { review: { approval_state: 'trial' } }],
  'live evidence under another tier': ['G11-approval', { live: { approval_tier_at_test: 'other' } }],
  'a review of another app': ['G11-approval', { review: { app_fingerprint: digestOf('other app') } }],
  'live evidence under another state': ['G11-approval', { live: { approval_state_at_test: 'trial' } }],
  'a required scope that was not granted': [
    'G12-scopes',
    { scopes: { required: ['read', 'write'], granted: ['read'] } },
  ],
  'a grant that has changed': [
    'G12-scopes',
    { projected: (each) => ({ ...each, authorization: { ...each.authorization, granted_scopes: ['read'] } }) },
  ],
  'live evidence with other scopes': ['G12-scopes', { live: { granted_scopes: ['read'] } }],
  'a restricted policy': ['G13-control', { projected: (each) => ({ ...each, policy: 'restricted' }) }],
  'a runtime control that disables': ['G13-control', { control: { state: 'disabled' } }],
  'a runtime control that degrades': ['G13-control', { control: { state: 'degraded' } }],
  'no runtime control at all': ['G13-control', { projected: (each) => ({ ...each, controls: [] }) }],
  'a runtime control of another provider': ['G13-control', { control: { provider: 'other' } }],
  'a runtime control that begins later': ['G13-control', { control: { starts_at: later(now, 1) } }],
  'another contract in both runs': [
    'G14-evidence',
    {
      local: { contract_digest: digestOf('other contract') },
      live: { contract_digest: digestOf('other contract') },
      projected: (each) => ({ ...each, contract_digest: digestOf('other contract') }),
    },
  ],
  'another contract in one run': ['G14-evidence', { live: { contract_digest: digestOf('other contract') } }],
  'another list of requirements': [
    'G14-evidence',
    { input: () => ({ requirements_digest: digestOf('other requirements') }) },
  ],
  'another policy in the contract': [
    'G14-evidence',
    { projected: (each) => ({ ...each, contract: { ...each.contract, policy_digest: digestOf('other') } }) },
  ],
  'evidence of another subject': [
    'G14-evidence',
    {
      control: { account_kind: '' },
      projected: (each) => ({ ...each, subject: { ...each.subject, account_kind: 'other' } }),
    },
  ],
  'live evidence that was tested before the review': ['G14-evidence', { review: { reviewed_at: later(now, -60) } }],
  'live evidence that outlasts the approval': ['G14-evidence', { review: { expires_at: later(now, 60) } }],
  'a check that failed': [
    'G15-checks',
    {
      checks: (check) =>
        check.kind === 'connect'
          ? { ...check, outcome: 'failed', error_class: 'violation', cases_failed: 1, cases_passed: 0 }
          : check,
    },
  ],
  'a check that is missing': [
    'G15-checks',
    { projected: (each) => ({ ...each, live: { ...each.live, checks: each.live.checks.slice(1) } }) },
  ],
  'checks of the other run': [
    'G15-checks',
    { projected: (each) => ({ ...each, live: { ...each.live, checks: each.local.checks } }) },
  ],
  'a run that failed': [
    'G16-superseded',
    { local: { ...lifted, conformance: conformance.map((each) => each.replace('health:passed', 'health:failed')) } },
  ],
  'a record that the checkpoint does not cover': [
    'G17-records',
    { projected: (each) => controls(each, (record) => ({ ...record, proof: record.proof.slice(1) })) },
  ],
  'a record under another number': [
    'G17-records',
    { projected: (each) => controls(each, (record) => ({ ...record, seq: 1 })) },
  ],
  'a record that was signed by somebody else': [
    'G17-records',
    {
      projected: (each) =>
        controls(each, (record) => ({ ...record, signatures: samples(99).sign(bodyOf(record), 'admin').signatures })),
    },
  ],
  'a record that was signed in another role': [
    'G17-records',
    {
      projected: (each) =>
        controls(each, (record) => ({ ...record, signatures: samples(7).sign(bodyOf(record), 'runner').signatures })),
    },
  ],
  'a record that is none': [
    'G17-records',
    {
      projection: (all) => ({
        ...all,
        subjects: all.subjects.map((each) => controls(each, (record) => ({ ...record, body: '{}' }))),
      }),
    },
  ],
  'a checkpoint that the ledger key did not sign': [
    'G17-records',
    {
      projection: (each) => ({
        ...each,
        checkpoint: sealEnvelope(
          samples(99).keys.ledger,
          payloadTypes.checkpoint,
          Buffer.from(each.checkpoint.payload, 'base64').toString(),
        ),
      }),
    },
  ],
  'a run with the test intent': ['G17-records', { live: { intent: 'certification_test' } }],
  'a scope that looks like a token': ['G18-leaks', { scopes: { required: ['sk_live_4eC39HqLyjWDarjtT1zdp7dc'] } }],
  'a scope that looks like an e-mail address': ['G18-leaks', { scopes: { required: ['someone@example.com'] } }],
  'no projection': [
    'G19-signed-projection',
    {
      input: (input) => {
        const { projection: _, ...rest } = input
        return { ...rest, projection: undefined } as unknown as Partial<GateInput>
      },
    },
  ],
  'a projection that nobody signed': ['G19-signed-projection', { input: () => ({ projection: '{"claims":[]}' }) }],
  'a projection of somebody else': [
    'G19-signed-projection',
    { input: (input) => ({ trusted: samples(99).trusted, projection: input.projection ?? '' }) },
  ],
  'a projection that is too old': [
    'G19-signed-projection',
    {
      control: { starts_at: later(now, -48 * 60) },
      projection: (each) => ({ ...each, generated_at: later(now, -24 * 60 - 1) }),
    },
  ],
  'a projection that lies ahead': [
    'G19-signed-projection',
    { projection: (each) => ({ ...each, generated_at: later(now, 1) }) },
  ],
  'a checkpoint in the place of a projection': [
    'G19-signed-projection',
    {
      input: ({ projection = '' }, { keys }) => ({
        projection: JSON.stringify(
          sealEnvelope(
            keys.ledger,
            payloadTypes.checkpoint,
            Buffer.from((JSON.parse(projection) as { payload: string }).payload, 'base64').toString(),
          ),
        ),
      }),
    },
  ],
  'a revision that no run tested': [
    'G20-regenerated',
    { claims: inText(/"tested_revision": "0/, '"tested_revision": "1') },
  ],
  'a claim left out': [
    'G20-regenerated',
    {
      operations: ['publish_immediate', 'publish_scheduled'],
      claims: (text) => renderClaims((JSON.parse(text) as ClaimsFile).claims.slice(1)),
    },
  ],
  'a grant whose time is over': [
    'G21-valid-until',
    { projected: (each) => ({ ...each, authorization: { ...each.authorization, expires_at: now } }) },
  ],
  'a workflow that does not run the gate': [
    'G22-workflows',
    {
      input: () => ({ workflows: [{ name: 'release.yml', text: '  # touchstone claims check\n  - run: npm test\n' }] }),
    },
  ],
  'a claim in a repository at rest': ['G24-at-rest', { input: () => ({ atRest: true }) }],
}

for (const [what, [rule, wish]] of Object.entries(mutations)) {
  test(`${what} is refused by ${rule} and by no other rule`, () => {
    assert.is(rulesBroken(claimSet(wish)), rule)
  })
}

test('every rule has a set that breaks it and nothing else', () => {
  const broken = new Set(Object.values(mutations).map(([rule]) => rule))
  assert.equal(
    Object.keys(gateRules).filter((rule) => !broken.has(rule as GateRule)),
    [],
  )
})

test('what is expired is refused by the rule of what expired, and by that of valid_until', () => {
  const at = (time: string): string =>
    rulesBroken(claimSet({ projection: (each) => ({ ...each, generated_at: time }), input: () => ({ now: time }) }))
  assert.is(at('2026-03-22T11:59:59.999Z'), '')
  assert.is(at('2026-03-22T12:00:00.000Z'), 'G14-evidence,G21-valid-until')
  const control = claimSet({ control: { expires_at: later(now, 1) }, input: () => ({ now: later(now, 1) }) })
  assert.is(rulesBroken(control), 'G13-control,G21-valid-until')
})

test('local evidence serves nobody as live evidence', () => {
  const set = claimSet({ projected: (each) => ({ ...each, live: each.local }) })
  assert.is(rulesBroken(set), 'G11-approval,G14-evidence')
})

test('all problems are listed, each with the claim that it concerns', () => {
  const { problems } = judgeClaims(
    claimSet({
      subject: { provider_environment: 'sandbox' },
      control: { state: 'disabled' },
      review: { approval_state: 'trial' },
    }),
  )
  assert.equal([...new Set(problems.map(({ rule }) => rule))], ['G9-subject', 'G11-approval', 'G13-control'])
  assert.ok(problems.every(({ claim }) => claim === 'blog blog.post publish_immediate'))
})

test('a changed byte of the claims file is refused wherever it is', () => {
  const good = claimSet()
  const { bytes } = good.file
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      const input = { ...good, file: { ...good.file, bytes: changed } }
      assert.match(rulesBroken(input), 'G5-manifest-binding')
      // Nor does a manifest that somebody binds to it make it good.
      const manifest = bindRelease(changed, { version: 'v1.2.3', revision, claimCount: 1 })
      assert.is.not(rulesBroken({ ...input, release: releaseManifestText(manifest) }), '')
    }),
    { seed: 6, numRuns: 150 },
  )
})

test('a changed byte of the projection is refused wherever it is', () => {
  const good = claimSet()
  const bytes = Buffer.from(good.projection ?? '')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      const isSpace = (bytes[at] ?? 0) <= 0x20
      if (isSpace) return
      assert.match(rulesBroken({ ...good, projection: changed.toString() }), 'G19-signed-projection')
    }),
    { seed: 6, numRuns: 150 },
  )
})

test('keys that are for tests only vouch for nothing, unless their list is named', () => {
  const good = claimSet()
  const list = good.trusted.map((key) => ({ ...key, note: 'test-only' }))
  assert.is(rulesBroken({ ...good, trusted: vouchingKeys(list, true) }), '')
  assert.is(rulesBroken({ ...good, trusted: vouchingKeys(list, false) }), 'G19-signed-projection')
})

test.run()
