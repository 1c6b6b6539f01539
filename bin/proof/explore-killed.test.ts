import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../../fixtures/index.ts'
import { poll } from '../../harness/target/waiting.ts'
import { configuration, expectEnded, type Place, testInPlace } from '../cli.test.support.ts'
import { readCase } from '../read-case.ts'

const preload = pathToFileURL(fileURLToPath(new URL('./under-attack/strike-while-writing.js', import.meta.url)))

const explore = ['explore', '--seed', '7'] as const

const isNew = (name: string): boolean => !name.startsWith('.partial-')

/** Every file in the folder of the reports but those under a temporary name, by its path. */
async function filesIn(place: Place): Promise<ReadonlyMap<string, string>> {
  const out = join(place.path, 'touchstone-out')
  const entries = await readdir(out, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const shown = paths.filter((path) =>
    path
      .slice(out.length + 1)
      .split('/')
      .every(isNew),
  )
  return new Map(await Promise.all(shown.map(async (path) => [path, await readFile(path, 'utf8')] as const)))
}

/** Under a final name stands a whole file or none; gives the case files. */
async function expectWhole(place: Place, moment: string): Promise<readonly string[]> {
  const files = await filesIn(place)
  for (const [path, text] of files) {
    assert.not.throws(() => JSON.parse(text), `${path} at ${moment}`)
    if (path.includes('/cases/')) assert.is((await readCase(path)).kind, 'schedule', moment)
  }
  const cases = [...files.keys()].filter((path) => path.includes('/cases/'))
  const hasReport = [...files.keys()].some((path) => path.endsWith('explore.json'))
  assert.ok(!hasReport || cases.length === 1, `a report without its case file at ${moment}`)
  return cases
}

const nothingTemporary = (place: Place): Promise<boolean> =>
  poll(async () => place.processes().length === 0 && (await place.temporary()).length === 0, 10_000)

testInPlace(
  'killed while it writes, explore leaves whole files or none, and the next one is complete',
  async (place) => {
    const command = [process.execPath, variantEntry, 'lost-answer-retry-reset']
    await place.write('touchstone.yaml', await configuration({ command }))
    expectEnded(await place.run(explore), 1, 'VIOLATION I1')
    for (const [call, count] of [
      ['writeFile', 1],
      ['writeFile', 2],
      ['unlink', 1],
      ['unlink', 2],
      ['rename', 1],
      ['rename', 2],
    ] as const) {
      const moment = `${call} ${count}`
      const env = { NODE_OPTIONS: `--import ${preload.href}`, STRIKE_CALL: call, STRIKE_COUNT: String(count) }
      assert.is((await place.run(explore, env)).signal, 'SIGKILL', moment)
      assert.ok(await nothingTemporary(place), moment)
      await expectWhole(place, moment)
      expectEnded(await place.run(explore), 1, 'VIOLATION I1')
      assert.is((await expectWhole(place, `after ${moment}`)).length, 1)
      const names = await readdir(join(place.path, 'touchstone-out'))
      assert.equal(names.toSorted(), ['cases', 'explore.json'], `what was half written, after ${moment}`)
    }
  },
)

testInPlace('killed at any moment, replay leaves the case file as it is and nothing else behind', async (place) => {
  const command = [process.execPath, variantEntry, 'lost-answer-retry-reset']
  await place.write('touchstone.yaml', await configuration({ command }))
  expectEnded(await place.run(explore), 1)
  const before = await filesIn(place)
  const [path = ''] = await expectWhole(place, 'first')
  // As soon as it is there itself, and as soon as its connector is.
  for (const others of [0, 1]) {
    const started = place.start(['replay', path])
    assert.ok(await poll(async () => place.processes().length > others, 10_000, started.ended))
    started.kill('SIGKILL')
    assert.is((await started.ended).signal, 'SIGKILL')
    assert.ok(await nothingTemporary(place))
    assert.equal(await filesIn(place), before)
  }
  expectEnded(await place.run(['replay', path]), 1, 'FAILED I1')
})

test.run()
