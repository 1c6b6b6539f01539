import { readFile, writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { configurationSchema } from './schema.ts'
import type { Schema } from './schema.ts'

const rendered = new URL('../../../docs/schema/touchstone.schema.json', import.meta.url)

test('the rendered schema is the one that configurations are checked against; UPDATE=1 renders it again', async () => {
  if (process.env['UPDATE'] === '1') await writeFile(rendered, `${JSON.stringify(configurationSchema, null, 2)}\n`)
  assert.equal(JSON.parse(await readFile(rendered, 'utf8')), configurationSchema)
})

test('every key has words for editors and for error messages', () => {
  const keys = (schema: Schema, path: string): readonly (readonly [string, Schema])[] => {
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>)
    const items = schema['items'] as Schema | undefined
    return [
      ...properties.flatMap(([key, child]) => [[`${path}.${key}`, child] as const, ...keys(child, `${path}.${key}`)]),
      ...(items ? keys(items, `${path}[]`) : []),
    ]
  }
  const all = keys(configurationSchema, '')
  assert.ok(all.length > 40)
  assert.equal(
    all.filter(([, schema]) => !schema['title'] || !schema['description']).map(([path]) => path),
    [],
  )
})

test('the schema is valid JSON Schema 2020-12', () => {
  assert.ok(new Ajv2020({ strict: false }).validateSchema(configurationSchema))
})

test.run()
