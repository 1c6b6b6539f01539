import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ConfigurationError } from '../../harness/target/index.ts'
import { manifestOf } from './manifest.test.support.ts'
import { enforcementFlag, readSources } from './sources-file.ts'

const manifest = manifestOf('example.notes', 'note')

const file = `edition: cloud
denied: [other.one]
providers:
  - id: example.notes
    manifest: manifest.json
    app: { state: configured, label: notes-app }
    required_scopes: [write]
    accounts:
      - id: acct-1
        workspace_id: w-1
        policy: allowed
        grant: { state: valid, scopes: [write], expires_at: "2027-01-01T00:00:00.000Z" }
  - id: example.later
    implemented: false
    app: { state: missing, label: later-app }
`

async function folderWith(
  texts: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'readiness-'))
  for (const [name, text] of Object.entries(texts)) await writeFile(join(path, name), text)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

async function problemsOf(text: string, environment: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  await using folder = await folderWith({ 'readiness.yaml': text, 'manifest.json': JSON.stringify(manifest) })
  try {
    await readSources(join(folder.path, 'readiness.yaml'), environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.problems.map((problem) => problem.slice(problem.indexOf('readiness.yaml:')))
  }
}

test('a readiness file gives what no ledger holds, with its defaults', async () => {
  await using folder = await folderWith({ 'readiness.yaml': file, 'manifest.json': JSON.stringify(manifest) })
  const sources = await readSources(join(folder.path, 'readiness.yaml'), {
    [enforcementFlag]: 'true',
    SERVICE_PROVIDERS_DISABLED: 'third.one, fourth.one',
  })
  assert.is(sources.edition, 'cloud')
  assert.is(sources.enforced, true)
  assert.equal(sources.denied, ['other.one', 'third.one', 'fourth.one'])
  const [notes, later] = sources.providers
  assert.is(notes?.display_name, 'Notes')
  assert.equal(
    notes?.profiles.map(({ id, required_scopes }) => [id, required_scopes]),
    [['note', ['write']]],
  )
  assert.match(notes?.profiles[0]?.capability_digest ?? '', /^sha256:[0-9a-f]{64}$/)
  assert.equal(notes?.accounts[0]?.kind, 'standard')
  assert.is(later?.implemented, false)
  assert.equal(later?.profiles, [])
})

test('a word that is neither true nor false does not switch enforcement off', async () => {
  const [problem = ''] = await problemsOf(file, { [enforcementFlag]: 'yes' })
  assert.match(problem, /SERVICE_PROVIDER_CERTIFICATION_ENFORCED is neither true nor false/)
})

test('every problem names its line and its mend', async () => {
  assert.equal(await problemsOf(file.replace('edition: cloud', 'editoin: cloud')), [
    'readiness.yaml:1:1: editoin: unknown key; did you mean edition?',
  ])
  assert.equal(await problemsOf(file.replace('manifest: manifest.json', 'manifest: elsewhere.json')), [
    'readiness.yaml:5:5: providers[0].manifest: cannot be read; paths start from the folder of this file',
  ])
  assert.equal(await problemsOf(file.replace('    manifest: manifest.json\n', '')), [
    'readiness.yaml:4:5: providers[0].manifest: is missing; save what GET /v1/manifest answers and name the file',
  ])
  assert.equal(await problemsOf(file.replace('id: example.notes', 'id: example.note')), [
    'readiness.yaml:5:5: providers[0].manifest: is the manifest of another provider',
  ])
  assert.equal(await problemsOf(file.replace('id: example.later', 'id: example.notes')), [
    'readiness.yaml:13:5: providers[1].id: stands twice; keep one of them',
  ])
  const [scope = ''] = await problemsOf(file.replace('scopes: [write]', 'scopes: ["a b"]'))
  assert.match(scope, /expected a scope without white space/)
})

test.run()
