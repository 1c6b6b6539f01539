import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { poll } from '../harness/target/waiting.ts'
import { configuration, expectEnded, type Place, type Started, testInPlace } from './cli.test.support.ts'
import { disturbed } from './disturbed-connector.test.support.ts'

interface Document {
  readonly cases: readonly { readonly verdict: string; readonly reason?: string }[]
  readonly footer: { readonly exit_code: number; readonly complete: boolean }
}

const document = async (place: Place): Promise<Document> =>
  JSON.parse(await place.read('touchstone-out/results.json')) as Document

/** Starts a run and waits until its connector hangs at a request of this path. */
async function hanging(place: Place, at: string, ...args: readonly string[]): Promise<Started> {
  await place.write('touchstone.yaml', await configuration(disturbed({ at, how: 'hang' })))
  const started = place.start(['run', '--only', 'health/ready', '--only', 'protocol/resolve-good', ...args])
  assert.ok(
    await poll(async () => existsSync(join(place.path, 'reached')), 20_000, started.ended),
    `it never got to ${at}: ${started.said()}`,
  )
  return started
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  testInPlace(`${signal} in the middle of a case ends the run at once, with reports that say so`, async (place) => {
    const started = await hanging(place, '/v1/capabilities')
    const began = performance.now()
    started.kill(signal)
    const ended = await started.ended
    assert.ok(performance.now() - began < 5_000)
    expectEnded(ended, 130, 'Interrupted: nothing is decided.', 'touchstone: stopping; Ctrl-C again to leave at once')
    const { cases, footer } = await document(place)
    assert.is(footer.exit_code, 130)
    assert.not(footer.complete)
    assert.equal([...new Set(cases.map(({ verdict }) => verdict))].toSorted(), ['inconclusive', 'pass'])
    assert.ok(cases.some(({ reason }) => reason === 'the run was interrupted'))
    assert.match(await place.read('touchstone-out/summary.md'), /[Ii]nterrupted/)
    assert.match(await place.read('touchstone-out/junit.xml'), 'the run was interrupted')
  })
}

testInPlace('Ctrl-C during the preparation ends the run as well', async (place) => {
  const started = await hanging(place, '/v1/connections')
  started.kill('SIGINT')
  expectEnded(await started.ended, 130)
  assert.ok((await document(place)).cases.every(({ verdict }) => verdict === 'inconclusive'))
})

testInPlace('Ctrl-C while the connector boots does not wait for it', async (place) => {
  const script = "require('fs').writeFileSync('reached', ''); setInterval(() => {}, 1000)"
  await place.write('touchstone.yaml', await configuration({ command: [process.execPath, '--eval', script] }))
  const started = place.start(['run', '--only', 'health/ready'])
  assert.ok(await poll(async () => existsSync(join(place.path, 'reached')), 20_000, started.ended))
  const began = performance.now()
  started.kill('SIGINT')
  expectEnded(await started.ended, 130)
  assert.ok(performance.now() - began < 5_000)
})

testInPlace('a second Ctrl-C leaves at once, and the watchdog cleans up', async (place) => {
  const started = await hanging(place, '/v1/capabilities')
  started.kill('SIGINT')
  started.kill('SIGINT')
  assert.is((await started.ended).code, 130)
  await expectNothingLeft(place)
})

testInPlace('SIGKILL of the harness takes the connector and its folder with it', async (place) => {
  const started = await hanging(place, '/v1/capabilities')
  assert.is(place.processes().length, 2)
  assert.is((await place.temporary()).length, 1)
  started.kill('SIGKILL')
  assert.is((await started.ended).signal, 'SIGKILL')
  await expectNothingLeft(place)
})

testInPlace('a deadline ends the run promptly and says what could not be decided for it', async (place) => {
  const began = performance.now()
  const started = await hanging(place, '/v1/capabilities', '--deadline', '3')
  const ended = await started.ended
  assert.ok(performance.now() - began < 8_000)
  expectEnded(ended, 3, "the run's deadline of 3 s passed; raise deadline_s or --deadline")
  const { cases, footer } = await document(place)
  assert.not(footer.complete)
  assert.equal(
    cases.map(({ verdict }) => verdict),
    ['pass', 'inconclusive', 'inconclusive'],
  )
})

testInPlace('a deadline that passes while the connector boots is no failure of the connector', async (place) => {
  const command = [process.execPath, '--eval', 'setInterval(() => {}, 1000)']
  await place.write('touchstone.yaml', await configuration({ command }))
  const ended = await place.run(['run', '--only', 'health/ready', '--deadline', '1'])
  expectEnded(ended, 3, "the run's deadline of 1 s passed")
})

async function expectNothingLeft(place: Place): Promise<void> {
  assert.ok(await poll(async () => (await place.temporary()).length === 0, 5_000), 'a folder is left')
  assert.ok(await poll(async () => place.processes().length === 0, 5_000), 'a process is left')
}

test.run()
