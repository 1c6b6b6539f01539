import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectEnded, testInPlace } from '../cli.test.support.ts'

testInPlace(
  'the tour ends with signed records in a ledger, and its last lines show that they verify',
  async (place) => {
    // Patient enough to meet every fault beside other tests.
    const ended = await place.run(['demo', '--seed', '7'], { DESTINATION_TIMEOUT_MS: '1500' })
    expectEnded(ended, 0, '8 signed records', 'appended to touchstone-out/evidence.sqlite and verified', 'test-only')
    const proposed = ended.out
      .split('\n')
      .filter((line) => line.startsWith('  touchstone '))
      .map((line) => line.trim().split(' ').slice(1))
    assert.is(proposed.length, 2)
    for (const args of proposed) expectEnded(await place.run(args), 0)
    for (const shape of ['immediate', 'asynchronous']) {
      assert.is((await readdir(join(place.path, 'touchstone-out', shape, 'records'))).length, 4)
    }
    assert.match(await place.read('touchstone-out/keys/trusted-keys.json'), '"note": "test-only"')

    // Any other byte, and it verifies no more.
    const [file = ''] = proposed[0]?.slice(-1) ?? []
    const record = await place.read(file)
    const at = record.indexOf('"payload": "') + 40
    const other = record.charAt(at) === 'A' ? 'B' : 'A'
    await place.write(file, `${record.slice(0, at)}${other}${record.slice(at + 1)}`)
    expectEnded(await place.run(proposed[0] ?? []), 1, 'THE RECORD DOES NOT VERIFY')
  },
)

test.run()
