import { readFile, writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { recordSchema } from './body-schema.ts'
import { checkpointSchema } from './checkpoint.ts'
import { exampleBodies, exampleRun } from './example.test.support.ts'
import type { Field } from './field.ts'
import { recordFileSchema } from './record-file.ts'
import { trustedKeysSchema } from './trusted-keys.ts'

const schemas: Readonly<Record<string, Field>> = {
  record: recordSchema,
  'record-file': recordFileSchema,
  checkpoint: checkpointSchema,
  'trusted-keys': trustedKeysSchema,
}

for (const [name, schema] of Object.entries(schemas)) {
  test(`the rendered schema of ${name} is the one in the code; UPDATE=1 renders it again`, async () => {
    const rendered = new URL(`../../../docs/schema/${name}.schema.json`, import.meta.url)
    if (process.env['UPDATE'] === '1') {
      await writeFile(rendered, `${JSON.stringify(schema, null, 2)}\n`)
    }
    assert.equal(JSON.parse(await readFile(rendered, 'utf8')), JSON.parse(JSON.stringify(schema)))
  })
}

test('the rendered schema of a body accepts the bodies and nothing beside them', async () => {
  const text = await readFile(new URL('../../../docs/schema/record.schema.json', import.meta.url), 'utf8')
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(text) as object)
  for (const body of exampleBodies()) assert.ok(validate(body), body.ledger)
  assert.not(validate({ ...exampleRun(), more: 1 }))
  assert.not(validate({ ...exampleRun(), ledger: 'approval_review' }))
})

test.run()
