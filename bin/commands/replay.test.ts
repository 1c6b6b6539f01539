import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../../fixtures/index.ts'
import { configuration, expectEnded, testInPlace } from '../cli.test.support.ts'
import type { FailedCase } from '../case-file.ts'

const mutant = (id: string): Promise<string> => configuration({ command: [process.execPath, variantEntry, id] })

const path = 'touchstone-out/cases/lost-answer/destination-reset-publish-first.json'
const id = 'lost-answer/destination-reset-publish-first'

testInPlace(
  'the case file of a run says FAILED until it is fixed, and ERROR where it cannot be tried',
  async (place) => {
    await place.write('touchstone.yaml', await mutant('lost-answer-retry-reset'))
    const ran = await place.run(['run', '--only', id])
    expectEnded(ran, 1, `replay touchstone replay ${path}`)
    expectEnded(await place.run(['replay', path]), 1, `FAILED ${id}`, 'at most one destination item')

    await place.write('touchstone.yaml', await configuration())
    expectEnded(await place.run(['replay', path]), 0, `FIXED ${id}`)

    const elsewhere = ['--url', 'http://127.0.0.1:1', '--token-env', 'T']
    const unreachable = await place.run(['replay', path, ...elsewhere], { T: 'a-token-of-ours' })
    expectEnded(unreachable, 3, `ERROR ${id}`, 'nobody listens at http://127.0.0.1:1')

    const file = JSON.parse(await place.read(path)) as FailedCase
    await place.write('gone.json', JSON.stringify({ ...file, id: 'lost-answer/renamed' }))
    expectEnded(await place.run(['replay', 'gone.json']), 3, 'this version has no case lost-answer/renamed')
    await place.write('other.json', JSON.stringify({ ...file, profile: 'no.such' }))
    expectEnded(await place.run(['replay', 'other.json']), 3, 'the manifest has no profile "no.such"')

    const { kind: _, target: __, ...early } = file
    await place.write('early.json', JSON.stringify(early))
    expectEnded(await place.run(['replay', 'early.json', '--config', 'touchstone.yaml']), 0, 'FIXED')
  },
)

testInPlace('what only the third question shows is not fixed because the first two do not show it', async (place) => {
  await place.write('touchstone.yaml', await mutant('lost-answer-flaps'))
  const flapping = 'lost-answer/repeat-agrees'
  expectEnded(await place.run(['run', '--only', flapping]), 1)
  const file = `touchstone-out/cases/${flapping}.json`
  expectEnded(await place.run(['replay', file]), 1, `FAILED ${flapping}`)
  await place.write('touchstone.yaml', await configuration())
  expectEnded(await place.run(['replay', file]), 0, 'as expected, ')
})

testInPlace('a generated input is sent again as it was, whatever the generator would make', async (place) => {
  await place.write('touchstone.yaml', await mutant('input-unknown-member'))
  const unknown = 'invalid-input/member-unknown'
  expectEnded(await place.run(['run', '--only', unknown]), 1)
  const path = `touchstone-out/cases/${unknown}.json`
  const file = JSON.parse(await place.read(path)) as FailedCase
  assert.is(file.input, `a body with the unknown member "${String(file.generated?.['member'])}"`)
  const recorded = { ...file, seed: file.seed + 1, harness: '0.0.1', input: 'ours', generated: { member: 'ours' } }
  await place.write('ours.json', JSON.stringify(recorded))
  expectEnded(await place.run(['replay', 'ours.json']), 1, `FAILED ${unknown}`, 'input ours')
  await place.write('valid.json', JSON.stringify({ ...recorded, generated: { member: 'content' } }))
  expectEnded(await place.run(['replay', 'valid.json']), 3, 'is valid now')
  const { generated: _, ...described } = recorded
  await place.write('described.json', JSON.stringify(described))
  expectEnded(await place.run(['replay', 'described.json']), 3, 'ERROR', `touchstone run --only ${unknown} --seed`)
})

testInPlace('what was seen beside other cases is not fixed because it passes alone', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  const file: FailedCase = {
    schema: 'touchstone-case/1',
    id: 'lost-answer/destination-garbage-lookup-first',
    level: 'must',
    requirements: [],
    seed: 1,
    harness: '0.0.1',
    plan_digest: '',
    connector: 'http://127.0.0.1:1',
    expected: 'a connector process that goes on serving',
    actual: 'it ended with exit code 1 while 20 cases ran at the same time, and not when each ran alone',
    replay: '',
  }
  await place.write('case.json', JSON.stringify(file))
  const why = 'but it was recorded beside other cases'
  expectEnded(await place.run(['replay', 'case.json']), 3, 'ERROR', why, 'touchstone run --seed 1')
  const late = { ...file, actual: '2 items, seen after the case had ended' }
  await place.write('late.json', JSON.stringify(late))
  expectEnded(await place.run(['replay', 'late.json']), 3, 'ERROR', why)
  const another = { ...file, id, expected: 'silence', actual: 'noise' }
  await place.write('another.json', JSON.stringify(another))
  await place.write('touchstone.yaml', await mutant('lost-answer-retry-reset'))
  const ended = await place.run(['replay', 'another.json'])
  expectEnded(ended, 3, 'expected silence got then noise', 'it shows another violation now: expected at most one')
})

test.run()
