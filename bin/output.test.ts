import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { configuration, expectEnded, testInPlace } from './cli.test.support.ts'

const only = ['--only', 'health/ready', '--only', 'manifest/shape', '--only', 'concurrency/burst-2'] as const
/** Standard error is no terminal here. */
const finished = ['concurrency', 'health', 'manifest'].map((check) => `${check}: 1 case, 1 passed`)
const run = ['run', ...only, '--seed', '7'] as const

interface Document {
  readonly header: { readonly plan: { readonly digest: string }; readonly seed: number }
  readonly cases: readonly { readonly id: string; readonly verdict: string; readonly millis?: number }[]
  readonly footer: { readonly exit_code: number; readonly plan_digest: string; readonly millis: number }
}

testInPlace(
  'the same seed gives the same plan and the same verdicts, and --json prints nothing but results.json',
  async (place) => {
    await place.write('touchstone.yaml', await configuration())
    const first = await place.run([...run, '--json'])
    expectEnded(first, 0)
    assert.equal(first.err.split('\n').toSorted(), ['', ...finished])
    assert.is(first.out, await place.read('touchstone-out/results.json'))
    const second = await place.run([...run, '--json', '--only', 'health/ready'])
    assert.equal(withoutTimes(second.out), withoutTimes(first.out))
  },
)

testInPlace('--quiet prints one line, and NO_COLOR and a pipe print no colour', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  const quiet = await place.run([...run, '--quiet'])
  expectEnded(quiet, 0)
  assert.is(quiet.out, 'The selected cases conform: 3 must cases passed. The others were not run.\n')
  assert.is(quiet.err, '')
  const coloured = await place.run([...run, '--color'])
  assert.ok(coloured.out.includes('\u001b['))
  for (const ended of [await place.run([...run, '--no-color']), await place.run([...run], { NO_COLOR: '1' })]) {
    assert.not.ok(ended.out.includes('\u001b['))
    assert.equal(ended.err.split('\n').toSorted(), ['', ...finished])
  }
})

testInPlace('only the reports asked for are written', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  expectEnded(await place.run([...run, '--reporter', 'junit', '--out', 'reports']), 0)
  assert.match(await place.read('reports/junit.xml'), '<testsuites')
  assert.is(await place.read('reports/results.json').catch(() => 'none'), 'none')
})

testInPlace('output that nobody reads any more changes neither the exit code nor the reports', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  for (const args of [
    [...run, '--quiet'],
    ['list', 'requirements'],
    ['list', 'requirements', '--json'],
  ]) {
    const started = place.start(args)
    started.closeOutput()
    const ended = await started.ended
    assert.is(ended.code, 0, ended.err)
    assert.is(ended.err, '')
  }
  assert.match(await place.read('touchstone-out/results.json'), '"exit_code": 0')
})

function withoutTimes(text: string): unknown {
  const { header, cases, footer } = JSON.parse(text) as Document
  assert.is(footer.plan_digest, header.plan.digest)
  return {
    header: { ...header, connector: undefined },
    cases: cases.map((each) => ({ ...each, millis: undefined })),
    footer: { ...footer, millis: undefined },
  }
}

test.run()
