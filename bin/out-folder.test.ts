import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectEnded, expectRefused, testInPlace } from './cli.test.support.ts'

const env = { CONNECTOR_TOKEN: 'connector-token-Ab3dEf6hIj9lMn2p' }
const run = ['run', '--url', 'http://127.0.0.1:1', '--token-env', 'CONNECTOR_TOKEN', '--only', 'health/ready'] as const

testInPlace(
  'a folder that cannot be written is refused before the run, and nothing is left of the try',
  async (place) => {
    await place.write('taken', 'text')
    for (const out of ['taken', 'taken/below', ...(existsSync('/proc/self') ? ['/proc/touchstone/deep'] : [])]) {
      expectRefused(await place.run([...run, '--out', out], env), `--out ${out}: reports cannot be written there`)
    }
    assert.is(await place.read('taken'), 'text')
  },
)

testInPlace('files of others in the folder survive, cases of an earlier run do not', async (place) => {
  await mkdir(join(place.path, 'cases/health'), { recursive: true })
  await place.write('cases/mine.json', '{}')
  await place.write('cases/health/ready.json', '{\n  "schema": "touchstone-case/1",\n  "id": "health/ready"\n}')
  expectEnded(await place.run([...run, '--out', '.'], env), 3)
  assert.is(await place.read('cases/mine.json'), '{}')
  assert.not(existsSync(join(place.path, 'cases/health/ready.json')))
  assert.ok(existsSync(join(place.path, 'results.json')))
})

testInPlace('a report that cannot be put in its place costs the exit code, not the results', async (place) => {
  await mkdir(join(place.path, 'out/results.json/in-the-way'), { recursive: true })
  const ended = await place.run([...run, '--out', 'out'], env)
  expectEnded(ended, 4, 'touchstone: the reports were not written: out', 'nobody listens at')
  assert.not.match(ended.out, 'The reports are in')
})

testInPlace('what a killed run had not finished is cleared away, what a living one writes is not', async (place) => {
  for (const abandoned of [
    '.partial-999999999',
    '.partial-999999999-x1Y2z3',
    `.partial-${process.pid}`,
    '.partial-mine',
  ]) {
    await mkdir(join(place.path, abandoned))
    await place.write(`${abandoned}/results.json`, '{')
  }
  expectEnded(await place.run([...run, '--out', '.'], env), 3)
  const left = (await readdir(place.path)).filter((name) => name.startsWith('.partial'))
  assert.equal(left.toSorted(), [`.partial-${process.pid}`, '.partial-mine'].toSorted())
})

test.run()
