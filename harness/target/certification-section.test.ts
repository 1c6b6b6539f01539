import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CertificationConfiguration } from './configuration.ts'
import { loadConfiguration } from './load.ts'

async function loaded(
  section: string,
): Promise<{ folder: string; certification: CertificationConfiguration | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'certification-'))
  try {
    const file = join(folder, 'touchstone.yaml')
    await writeFile(file, `connector: { url: "http://127.0.0.1:1", token: { env: TOKEN } }\n${section}`)
    const { certification } = await loadConfiguration(file, { TOKEN: 'token-Ab3dEf6hIj9l' })
    return { folder, certification }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('without the section nothing is assumed', async () => {
  assert.is((await loaded('')).certification, undefined)
})

test('what is left out stays open, and the granted scopes are the required ones', async () => {
  const { certification } = await loaded('certification: { operator: Ada, required_scopes: [write, read, write] }')
  assert.equal(certification, {
    operator: 'Ada',
    trialPermitted: false,
    requiredScopes: ['read', 'write'],
    grantedScopes: ['read', 'write'],
  })
})

test('every key is taken over, and the folder of keys lies beside the file', async () => {
  const { folder, certification } = await loaded(`certification:
  operator: Ada
  app: main
  account_kind: business
  policy_mode: blog.standard
  deployment_environment: staging
  provider_environment: sandbox
  instance: https://social.example
  revision: ${'a'.repeat(40)}
  validity_days: 30
  keys: ./keys
  trial_permitted: true
  required_scopes: []
  granted_scopes: [read]
`)
  assert.equal(certification, {
    operator: 'Ada',
    app: 'main',
    accountKind: 'business',
    policyMode: 'blog.standard',
    deploymentEnvironment: 'staging',
    providerEnvironment: 'sandbox',
    instance: 'https://social.example',
    revision: 'a'.repeat(40),
    validityDays: 30,
    keys: join(folder, 'keys'),
    trialPermitted: true,
    requiredScopes: [],
    grantedScopes: ['read'],
  })
})

test.run()
