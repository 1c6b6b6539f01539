import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { strictPublicationContract } from './contract.ts'
import { policyDigest, sha256, subjectDigest } from './digests.ts'
import { goJson } from './go-json.ts'
import { accountReferenceHash, appFingerprint, contractDigest, instanceFingerprint, operatorRef } from './interop.ts'

/** Published abbreviated: head and tail of the digest. */
const isVector = (digest: string, head: string, tail: string): void => {
  assert.match(digest, /^sha256:[0-9a-f]{64}$/)
  assert.match(digest, new RegExp(`^sha256:${head}.*${tail}$`))
}

const app = {
  provider: 'x',
  client_id: 'provider-app-1',
  redirect_uri: 'https://app.example.test/api/v1/accounts/x/callback',
  instance_url: '',
}

test('the digest of a subject is the published one', () => {
  const digest = subjectDigest({
    provider: 'x',
    app_fingerprint: `sha256:${'a'.repeat(64)}`,
    deployment_environment: 'production',
    provider_environment: 'production',
    instance_fingerprint: '',
    account_kind: 'standard',
    output_profile: 'text',
    operation: 'publish_immediate',
    policy_mode: 'x.standard',
  })
  isVector(digest, 'e6d0cf01', 'c3fd17')
})

test('the fingerprint of an app is the published one', () => isVector(appFingerprint(app), '29a913d7', '7568b4'))

test('the fingerprint of an instance is the published one, with or without a slash behind it', () => {
  isVector(instanceFingerprint('https://social.example'), 'e152e944', '96446b')
  assert.is(instanceFingerprint(' https://social.example/ '), instanceFingerprint('https://social.example'))
  assert.is(instanceFingerprint(' '), '')
})

test('the hash of an account is the published one', () => {
  const digest = accountReferenceHash({ workspace_id: 'workspace-a', account_id: 'account-x', provider: 'x' })
  isVector(digest, '1c77eb65', '87cf31c')
})

test('the digest of a strict contract is the published one', () => {
  const contract = strictPublicationContract('publish_immediate', {
    capability_digest: `sha256:${'c'.repeat(64)}`,
    policy_digest: `sha256:${'d'.repeat(64)}`,
    required_scopes: ['users.read', 'tweet.write'],
    requirements_digest: '',
  })
  isVector(contractDigest(contract), '4d50a89e', '24a28798')
})

test('an operator is referred to by a plain hash there', () => {
  assert.is(operatorRef('1'), `operator:sha256:${sha256('1').slice('sha256:'.length)}`)
})

test('characters that Go escapes are escaped', () => {
  assert.is(
    goJson('<a href="x">&\u2028\u2029é</a>'),
    '"\\u003ca href=\\"x\\"\\u003e\\u0026\\u2028\\u2029é\\u003c/a\\u003e"',
  )
  const withQuery = { ...app, redirect_uri: `${app.redirect_uri}?a=1&b=2` }
  assert.is.not(appFingerprint(withQuery), sha256(JSON.stringify(withQuery)))
})

test('no scopes are null in a policy, as they are there', () => {
  const policy = {
    policy_revision: '1',
    provider: 'x',
    output_profile: 'text',
    operation: 'publish_immediate',
    policy_mode: 'x.standard',
  } as const
  assert.is(
    policyDigest({ ...policy, required_scopes: [] }),
    sha256(
      '{"schema_version":1,"policy_revision":"1","provider":"x","output_profile":"text","operation":"publish_immediate","policy_mode":"x.standard","required_scopes":null}',
    ),
  )
})

test.run()
