import canonicalize from 'canonicalize'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Manifest, OutputProfile } from '../../harness/protocol/index.ts'
import { type Contract, connectContract, strictPublicationContract } from './contract.ts'
import { capabilityDigest, checksDigest, contractDigest, policyDigest, sha256, subjectDigest } from './digests.ts'
import { exampleChecks, exampleRun } from './example.test.support.ts'
import { publicationContract } from './publication-contract.ts'
import { subjectFields } from './subject.ts'

const different = (digests: readonly string[]): void => assert.is(new Set(digests).size, digests.length)

const contract = strictPublicationContract('publish_immediate', {
  capability_digest: sha256('capability'),
  policy_digest: sha256('policy'),
  requirements_digest: sha256('requirements'),
  required_scopes: ['read', 'write'],
})

test('each of the nine fields changes the digest of a subject, and nothing else does', () => {
  const run = exampleRun()
  different([run, ...subjectFields.map((field) => ({ ...run, [field]: 'other' }))].map(subjectDigest))
  assert.is(subjectDigest(exampleRun({ id: 'run-00000002', cases_passed: 1 })), subjectDigest(run))
})

test('values of neighbouring fields do not run into each other', () => {
  const run = exampleRun()
  different([
    subjectDigest({ ...run, account_kind: 'a', output_profile: 'b' }),
    subjectDigest({ ...run, account_kind: 'ab', output_profile: '' }),
    subjectDigest({ ...run, account_kind: 'b', output_profile: 'a' }),
  ])
})

test('every part and every requirement changes the digest of a contract', () => {
  const { requirements } = contract
  const flipped = Object.entries(requirements).flatMap(([key, value]): readonly Contract[] =>
    typeof value === 'boolean' ? [{ ...contract, requirements: { ...requirements, [key]: !value } }] : [],
  )
  assert.is(flipped.length, 9)
  const without = requirements.required_local_checks.slice(1)
  const lenient = requirements.required_local_checks.map((each) => ({ ...each, allow_not_applicable: true }))
  different(
    [
      contract,
      ...flipped,
      { ...contract, schema_version: 2 as 1 },
      { ...contract, capability_digest: sha256('other') },
      { ...contract, policy_digest: sha256('other') },
      { ...contract, requirements_digest: sha256('other') },
      { ...contract, requirements: { ...requirements, required_scopes: ['read'] } },
      { ...contract, requirements: { ...requirements, required_local_checks: without } },
      { ...contract, requirements: { ...requirements, required_live_checks: without } },
      { ...contract, requirements: { ...requirements, required_local_checks: lenient } },
      connectContract(contract),
    ].map(contractDigest),
  )
})

test('order changes nothing in a contract', () => {
  const { requirements } = contract
  const reordered: Contract = {
    requirements_digest: contract.requirements_digest,
    requirements: {
      ...(Object.fromEntries(Object.entries(requirements).toReversed()) as unknown as Contract['requirements']),
      required_scopes: requirements.required_scopes.toReversed(),
      required_local_checks: requirements.required_local_checks
        .toReversed()
        .map(({ kind, allow_not_applicable }) => ({ allow_not_applicable, kind })),
      required_live_checks: requirements.required_live_checks.toReversed(),
    },
    policy_digest: contract.policy_digest,
    capability_digest: contract.capability_digest,
    schema_version: 1,
  }
  assert.is(contractDigest(reordered), contractDigest(contract))
})

test('immediate and scheduled have contracts of their own, also where capability and policy are the same', () => {
  different(
    (['publish_immediate', 'publish_scheduled'] as const).map((operation) =>
      contractDigest(
        strictPublicationContract(operation, { ...contract, required_scopes: contract.requirements.required_scopes }),
      ),
    ),
  )
})

test('the contract of a subject depends on its policy mode', () => {
  const subject = { ...exampleRun(), operation: 'publish_immediate' } as const
  const of = { capability_digest: sha256('c'), required_scopes: [], requirements_digest: sha256('r') }
  const strict = { ...subject, policy_mode: 'strict' }
  different([subject, strict].map((each) => contractDigest(publicationContract(each, of))))
})

test('what a caller adds to a contract is not part of it', () => {
  const parts = { ...contract, required_scopes: [], more: 'x' }
  assert.equal(
    strictPublicationContract('publish_immediate', parts),
    strictPublicationContract('publish_immediate', { ...contract, required_scopes: [] }),
  )
  assert.not('more' in strictPublicationContract('publish_immediate', parts))
})

test('each part changes the digest of a policy, the order of scopes does not', () => {
  const policy = {
    policy_revision: '1',
    provider: 'x',
    output_profile: 'text',
    operation: 'publish_immediate',
    policy_mode: 'm',
    required_scopes: ['a', 'b'],
  } as const
  different(
    [
      policy,
      ...Object.keys(policy).map((key) => ({ ...policy, [key]: key === 'required_scopes' ? ['a'] : 'other' })),
    ].map(policyDigest),
  )
  assert.is(policyDigest({ ...policy, required_scopes: ['b', 'a'] }), policyDigest(policy))
})

const setting = (key: string, rest: object = {}): NonNullable<OutputProfile['settings']>[number] => ({
  key,
  label: key,
  control: 'select',
  required: false,
  options: ['a', 'b'],
  ...rest,
})
const profile: OutputProfile = {
  id: 'blog.post',
  display_name: 'Post',
  profile: 'short_text',
  intents: ['post'],
  content: { required: true, max_length: 280 },
  media: { min_items: 0, max_items: 0 },
  settings: [setting('status'), setting('größe')],
}
const manifest: Manifest = {
  protocol_version: '1.0',
  implementation_version: '1',
  provider: { id: 'example-blog', display_name: 'Blog', description: 'A blog' },
  capability_revision: 'r1',
  connection: { modes: ['preconfigured'] },
  publishing: { output_profiles: [profile] },
  operations: { polling: true },
}

test('what a profile can do changes the capability digest', () => {
  different([
    capabilityDigest(manifest, profile),
    capabilityDigest({ ...manifest, protocol_version: '1.1' }, profile),
    capabilityDigest({ ...manifest, operations: { polling: false } }, profile),
    capabilityDigest({ ...manifest, connection: { modes: [] } }, profile),
    capabilityDigest(manifest, { ...profile, id: 'other' }),
    capabilityDigest(manifest, { ...profile, content: { required: true, max_length: 281 } }),
    capabilityDigest(manifest, { ...profile, title: { required: true, max_length: 1 } }),
    capabilityDigest(manifest, { ...profile, settings: [setting('status')] }),
    capabilityDigest(manifest, { ...profile, settings: [setting('status', { required: true }), setting('größe')] }),
    capabilityDigest(manifest, { ...profile, settings: [setting('status', { options: ['a'] }), setting('größe')] }),
    capabilityDigest(manifest, { ...profile, settings: [setting('status', { default: 'a' }), setting('größe')] }),
  ])
})

test('words for people, other profiles, releases and order do not change the capability digest', () => {
  const digest = capabilityDigest(manifest, profile)
  const worded = {
    ...profile,
    display_name: 'Beitrag',
    settings: [setting('größe', { help: 'Hilfe', options: ['b', 'a'] }), setting('status', { label: 'Stand' })],
  }
  assert.is(capabilityDigest({ ...manifest, implementation_version: '2', capability_revision: 'r2' }, worded), digest)
  assert.is(
    capabilityDigest(
      JSON.parse(JSON.stringify(manifest)) as Manifest,
      Object.fromEntries(Object.entries(profile).toReversed()) as unknown as OutputProfile,
    ),
    digest,
  )
  const { settings: _, ...bare } = profile
  assert.is(capabilityDigest(manifest, bare), capabilityDigest(manifest, { ...bare, settings: [] }))
})

test('the digest of the checks is over their canonical JSON, an array sorted by kind', () => {
  const sorted = exampleChecks().toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  assert.is(checksDigest(exampleChecks()), sha256(canonicalize(sorted) ?? ''))
})

test('every field of every check changes the digest of the checks, their order does not', () => {
  const checks = exampleChecks()
  const changed = checks.flatMap((check, i) =>
    Object.keys(check).map((key) => checks.map((each, j) => (i === j ? { ...each, [key]: 'other' } : each))),
  )
  different([checks, checks.slice(1), [], ...changed].map(checksDigest))
  assert.is(checksDigest(checks.toReversed()), checksDigest(checks))
})

test.run()
