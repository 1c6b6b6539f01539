import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sourcesSchema } from './sources-schema.ts'

const rendered = new URL('../../../docs/schema/readiness.schema.json', import.meta.url)

test('the schema in docs/schema is the one that readiness files are checked against', async () => {
  assert.equal(JSON.parse(await readFile(rendered, 'utf8')), JSON.parse(JSON.stringify(sourcesSchema)))
})

test.run()
