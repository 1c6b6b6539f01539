import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../../fixtures/index.ts'
import { configuration, expectEnded, type Place, testInPlace } from '../cli.test.support.ts'
import type { FailedSchedule } from '../case-file.ts'

const mutant = (id: string): Promise<string> => configuration({ command: [process.execPath, variantEntry, id] })

const caseOf = async (place: Place): Promise<string> => {
  const [name = ''] = await readdir(join(place.path, 'touchstone-out/cases'))
  return `touchstone-out/cases/${name}`
}

testInPlace('a violation is shrunk, told in words and done again until it is fixed', async (place) => {
  await place.write('touchstone.yaml', await mutant('lost-answer-retry-reset'))
  const found = await place.run(['explore', '--seed', '7'])
  expectEnded(found, 1, 'VIOLATION I1 ', '1. publish; its write is carried out, but the connection is reset')
  const path = await caseOf(place)
  assert.match(found.out, `replay     touchstone replay ${path}`)
  const file = JSON.parse(await readFile(join(place.path, path), 'utf8')) as FailedSchedule
  assert.is(file.steps.length, 1)
  assert.equal(file.target, { config: 'touchstone.yaml' })
  const document = JSON.parse(await place.read('touchstone-out/explore.json')) as { exit_code: number }
  assert.is(document.exit_code, 1)

  expectEnded(await place.run(['replay', path]), 1, 'FAILED I1', 'at most one destination item', '2 items')

  await place.write('touchstone.yaml', await configuration())
  expectEnded(await place.run(['replay', path]), 0, 'FIXED I1')
  // A run takes away what an earlier run left, and keeps what was explored.
  await place.run(['run', '--only', 'health/ready'])
  expectEnded(await place.run(['replay', path, '--json']), 0, '"verdict": "fixed"')
})

testInPlace('a correct connector breaks no rule within the number of schedules', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  const ended = await place.run(['explore', '--runs', '40', '--json', '--out', 'out'])
  expectEnded(ended, 0)
  const document = JSON.parse(ended.out) as { coverage: { tried: number; sound: number } }
  assert.equal([document.coverage.tried, document.coverage.sound], [40, 40])
  assert.equal(await readdir(join(place.path, 'out')), ['explore.json'])
})

testInPlace('a time too short for every single disturbance decides nothing', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  const ended = await place.run(['explore', '--seconds', '1', '--seed', '1'])
  expectEnded(
    ended,
    3,
    'Undecided. No violation was found in',
    'single disturbances were tried: give it more --seconds',
  )
})

testInPlace('a connector that cannot be reached is not decided', async (place) => {
  const ended = await place.run(['explore', '--url', 'http://127.0.0.1:1', '--token-env', 'T'], {
    T: 'a-token-of-ours',
  })
  expectEnded(ended, 3, 'Nothing could be observed: nobody listens at http://127.0.0.1:1')
})

testInPlace('Ctrl-C ends it, and nothing is decided', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  const started = place.start(['explore'])
  await started.says('schedule')
  started.kill('SIGINT')
  expectEnded(await started.ended, 130, 'Interrupted: nothing is decided.')
})

testInPlace('numbers that are none are refused', async (place) => {
  expectEnded(await place.run(['explore', '--runs', '0']), 2, '--runs takes a whole number above 0')
  expectEnded(await place.run(['explore', '--seconds', '-1']), 2, '--seconds takes a number above 0')
})

test.run()
