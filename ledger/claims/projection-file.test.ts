import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { payloadTypes, sealEnvelope } from '../record/index.ts'
import { sortedJson } from '../record/sorted-json.ts'
import { samples } from '../store/sample-bodies.test.support.ts'
import { claimSet } from './claim-set.test.support.ts'
import type { ClaimsProjection } from './projection.ts'
import { projectionFileText, readProjectionFile } from './projection-file.ts'

const { keys, trusted } = samples(7)
const projection = readProjectionFile(claimSet().projection ?? '', trusted)
const sealed = (text: string): string => JSON.stringify(sealEnvelope(keys.ledger, payloadTypes.projection, text))

test('a projection is read as it was written', () => {
  assert.equal(readProjectionFile(projectionFileText(keys.ledger, projection), trusted), projection)
})

test('the ledger key itself cannot sign another form', () => {
  const wrong: readonly (readonly [text: string, says: string])[] = [
    ['no JSON', 'expected JSON'],
    ['{}', 'expected a claims projection'],
    [sortedJson({ ...projection, schema: 'touchstone/claims-projection/2' }), '/schema'],
    [sortedJson({ ...projection, note: '' }), 'additional properties'],
    [sortedJson({ ...projection, subjects: [{ ...projection.subjects[0], account: 'acct-1' }] }), '/subjects/0'],
    [sortedJson({ ...projection, generated_at: '2026-02-30T00:00:00.000Z' }), 'a day and a time that exist'],
    [JSON.stringify(projection, null, 2), 'expected canonical JSON'],
    [sortedJson(projection).replace('{', '{"catalogue":[],'), 'expected canonical JSON'],
  ]
  for (const [text, says] of wrong) assert.throws(() => readProjectionFile(sealed(text), trusted), says)
})

test('a key of another role cannot sign one', () => {
  for (const role of ['runner', 'admin'] as const) {
    assert.throws(() => readProjectionFile(projectionFileText(keys[role], projection), trusted), 'trusted as')
  }
})

test('nothing but the members of the format is in it', () => {
  const [subject] = (projection satisfies ClaimsProjection).subjects
  assert.equal(Object.keys(subject ?? {}).toSorted(), [
    'authorization',
    'configuration',
    'contract',
    'contract_digest',
    'controls',
    'live',
    'local',
    'policy',
    'review',
    'subject',
  ])
})

test.run()
