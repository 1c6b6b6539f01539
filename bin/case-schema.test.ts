import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { caseFileSchema } from './case-schema.ts'

const shipped = new URL('../../docs/schema/case.schema.json', import.meta.url)

test('the shipped schema is the one in the code; UPDATE=1 renders it again', async () => {
  const rendered = `${JSON.stringify(caseFileSchema, undefined, 2)}\n`
  if (process.env['UPDATE'] === '1') await writeFile(shipped, rendered)
  assert.equal(JSON.parse(await readFile(shipped, 'utf8')), caseFileSchema)
})

test('no place of a case file can hold a token', () => {
  const validate = new Ajv2020().compile(caseFileSchema)
  const file = {
    schema: 'touchstone-case/1',
    id: 'health/ready',
    level: 'must',
    requirements: ['11.3'],
    seed: 1,
    harness: '0.1.0',
    plan_digest: 'sha256:0',
    connector: 'http://127.0.0.1:1',
    expected: 'a',
    actual: 'b',
    replay: 'touchstone replay x',
  }
  assert.ok(validate(file))
  assert.ok(validate({ ...file, target: { url: 'http://127.0.0.1:1', token_env: 'T' } }))
  assert.not(validate({ ...file, target: { url: 'http://127.0.0.1:1', token: 'abc' } }))
  assert.not(validate({ ...file, token: 'abc' }))
})

test.run()
