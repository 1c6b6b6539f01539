import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { configuration, expectEnded, testInPlace } from '../cli.test.support.ts'

testInPlace('a run that decides too little gives no record, and takes away those of an earlier one', async (place) => {
  const more = `profiles: [{ id: note.short, settings: { nonsense: 1 } }]
certification: { operator: Ada, app: main, deployment_environment: local, provider_environment: sandbox }`
  await place.write('touchstone.yaml', await configuration({ more }))
  await mkdir(join(place.path, 'touchstone-out/records'), { recursive: true })
  await place.write('touchstone-out/records/1-a-immediate.json', '{\n  "schema": "touchstone/record/1",\n')
  await place.write('touchstone-out/records/2-a-immediate.json', '{ "mine": true }')
  const ended = await place.run(['certify', '--revision', 'a'.repeat(40), '--deadline', '60'])
  expectEnded(ended, 1, 'no record: ', 'that must be decided and were inconclusive')
  assert.equal(await readdir(join(place.path, 'touchstone-out/records')), ['2-a-immediate.json'])
})

test.run()
