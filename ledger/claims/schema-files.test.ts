import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Field } from '../record/field.ts'
import { claimsSchema } from './claims-schema.ts'
import { projectionSchema } from './projection-schema.ts'
import { bindRelease, releaseManifestText, releaseSchema } from './release-manifest.ts'
import { aboutRelease } from './rules/release-binding.ts'

const schemas: Readonly<Record<string, Field>> = {
  claims: claimsSchema,
  'claims-projection': projectionSchema,
  release: releaseSchema,
}

for (const [name, schema] of Object.entries(schemas)) {
  test(`the rendered schema of ${name} is the one in the code; UPDATE=1 renders it again`, async () => {
    const rendered = new URL(`../../../docs/schema/${name}.schema.json`, import.meta.url)
    if (process.env['UPDATE'] === '1') await writeFile(rendered, `${JSON.stringify(schema, undefined, 2)}\n`)
    assert.equal(JSON.parse(await readFile(rendered, 'utf8')), JSON.parse(JSON.stringify(schema)))
  })
}

test('the schema of a release manifest takes and refuses what the gate does', async () => {
  const validate = new Ajv2020({ strict: true }).compile(releaseSchema)
  const claims = await readFile(new URL('../../../docs/claims/claims.json', import.meta.url))
  const revision = 'a'.repeat(40)
  const manifest = bindRelease(claims, { version: 'v1.2.3', revision, claimCount: 0 })
  const { provider_claims, ...rest } = manifest
  const wrong: readonly unknown[] = [
    { ...manifest, schema_version: 1 },
    { ...manifest, version: 'v1.2.3-rc.1' },
    { ...manifest, version: '1.2.3' },
    { ...manifest, revision: 'a'.repeat(39) },
    { ...manifest, more: 1 },
    rest,
    { ...rest, provider_claims: { ...provider_claims, schema_version: 2 } },
    { ...rest, provider_claims: { ...provider_claims, claim_count: '0' } },
    { ...rest, provider_claims: { ...provider_claims, manifest_sha256: 'sha256:7a8f' } },
    { ...rest, provider_claims: { ...provider_claims, more: 1 } },
  ]
  const gateTakes = (value: unknown): boolean =>
    aboutRelease(releaseManifestText(value as typeof manifest), revision, claims, { schema_version: 1, claims: [] })
      .length === 0
  assert.ok(validate(manifest) && gateTakes(manifest))
  for (const value of wrong) assert.equal([validate(value), gateTakes(value)], [false, false], JSON.stringify(value))
})

test.run()
