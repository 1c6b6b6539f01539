import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { trustedKeysText } from '../../ledger/record/index.ts'
import { samples } from '../../ledger/store/sample-bodies.test.support.ts'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'
import { recordText } from '../record-text.test.support.ts'

const trusting = ['--trusted', 'trusted.json']
const sample = samples(4)
const good = recordText(sample)
const wrong = {
  'signed by a stranger': recordText(samples(5)),
  expired: recordText(sample, { testedAt: '2026-01-01T00:00:00.000Z' }),
  'changed in one byte': good.replace(
    /"sig": "./,
    (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`,
  ),
  'with a key twice': good.replace('"run":', '"schema": "touchstone/record/1",\n  "run":'),
}

for (const [what, text] of Object.entries(wrong)) {
  testInPlace(`record verify exits 1 for a record that is ${what}, and says what is bad`, async (place) => {
    await place.write('trusted.json', trustedKeysText(sample.trusted))
    await place.write('bad.json', text)
    const record = await place.run(['record', 'verify', 'bad.json', ...trusting])
    expectEnded(record, 1, 'THE RECORD DOES NOT VERIFY')
    assert.match(record.out, /^BAD /m)
  })
}

testInPlace('record verify exits 0 for a good record, also as JSON', async (place) => {
  await place.write('trusted.json', trustedKeysText(sample.trusted))
  await place.write('good.json', good)
  expectEnded(await place.run(['record', 'verify', 'good.json', ...trusting]), 0, 'the record verifies')
  const json = await place.run(['record', 'verify', 'good.json', ...trusting, '--json'])
  assert.is((JSON.parse(json.out) as { ok: boolean }).ok, true)
})

testInPlace('a record that does not verify is not appended, and the others of the call neither', async (place) => {
  await place.write('trusted.json', trustedKeysText(sample.trusted))
  await place.write('good.json', good)
  await place.write('bad.json', wrong['changed in one byte'])
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  const append = await place.run(['ledger', 'append', 'e.sqlite', 'good.json', 'bad.json', ...trusting])
  expectRefused(append, 'bad.json does not verify, and nothing was appended', 'signatures')
  assert.is((await place.run(['ledger', 'export', 'e.sqlite'])).out, '')
})

test.run()
