import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../../fixtures/index.ts'
import { configuration, expectEnded, testInPlace } from '../cli.test.support.ts'
import type { FailedSchedule } from '../case-file.ts'

const mutant = (id: string): Promise<string> => configuration({ command: [process.execPath, variantEntry, id] })

const schedule: FailedSchedule = {
  schema: 'touchstone-case/1',
  kind: 'schedule',
  rule: 'I7',
  seed: 1,
  harness: '0.0.1',
  connector: 'http://127.0.0.1:1',
  target: { reference: 'immediate' },
  steps: [{ do: 'crash', at: 'received' }, { do: 'lookup' }],
  words: [],
  after: 2,
  expected: 'a pending result',
  actual: '404',
  found: { schedules: 1, steps: [{ do: 'lookup' }], seen_again: true },
  replay: '',
}

testInPlace('a schedule is done again from the file alone', async (place) => {
  await place.write('case.json', JSON.stringify(schedule))
  expectEnded(await place.run(['replay', 'case.json']), 0, 'FIXED I7')
})

testInPlace('a schedule that breaks another rule now is neither the recorded violation nor its end', async (place) => {
  await place.write('touchstone.yaml', await mutant('restart-clears-reserved'))
  await place.write('case.json', JSON.stringify({ ...schedule, rule: 'I1', target: { config: 'touchstone.yaml' } }))
  expectEnded(await place.run(['replay', 'case.json']), 3, 'ERROR I1', 'it shows another violation now', 'got then 404')
})

testInPlace('a disturbance that finds nothing to disturb proves nothing', async (place) => {
  const steps = [{ do: 'lookup', fault: { on: 'read', at: 'received', act: 'reset' } }]
  await place.write('case.json', JSON.stringify({ ...schedule, steps }))
  expectEnded(await place.run(['replay', 'case.json']), 3, 'ERROR', 'found nothing to disturb')
})

testInPlace('what is no case file is refused', async (place) => {
  await place.write('results.json', '{}')
  await place.write('half.json', '{"schema": "touchstone-case/1"')
  await place.write('odd.json', JSON.stringify({ ...schedule, steps: [{ do: 'sleep' }] }))
  expectEnded(await place.run(['replay', 'results.json']), 2, 'not a case file')
  expectEnded(await place.run(['replay', 'half.json']), 2, 'not a case file')
  expectEnded(await place.run(['replay', 'odd.json']), 2, 'odd.json: not a valid case file')
  expectEnded(await place.run(['replay', 'none.json']), 2, 'there is no such file')
})

testInPlace('no text of a case file reaches the terminal raw', async (place) => {
  const escape = '\u001b[31mPASS\u202e'
  await place.write('case.json', JSON.stringify({ ...schedule, expected: escape, actual: escape }))
  const { out } = await place.run(['replay', 'case.json'])
  for (const raw of ['\u001b', '\u202e']) assert.not(out.includes(raw))
})

test.run()
