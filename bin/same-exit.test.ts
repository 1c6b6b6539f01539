import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { configuration, type Place, testInPlace } from './cli.test.support.ts'

const token = 'connector-token-Ab3dEf6hIj9lMn2p'
const echoing = fileURLToPath(new URL('./echoing-connector.test.script.js', import.meta.url))

/** A schedule and a case to be done again. */
async function writeCases(place: Place): Promise<void> {
  const common = {
    schema: 'touchstone-case/1',
    seed: 1,
    harness: '0.0.1',
    connector: 'http://127.0.0.1:1',
    target: { config: 'touchstone.yaml' },
    expected: 'the same external_id and external_url every time',
    actual: 'another one',
    replay: '',
  }
  const steps = [{ do: 'publish' }, { do: 'publish' }]
  const schedule = { kind: 'schedule', rule: 'I3', steps, words: [], after: 2 }
  const found = { schedules: 1, steps, seen_again: true }
  await place.write('schedule.json', JSON.stringify({ ...common, ...schedule, found }))
  const failed = {
    kind: 'case',
    id: 'lost-answer/repeat-agrees',
    level: 'must',
    requirements: [],
    plan_digest: 'sha256:0',
  }
  await place.write('case.json', JSON.stringify({ ...common, ...failed }))
}

const commands = [
  ['run', '--only', 'lost-answer/repeat-agrees', '--out', 'ran'],
  ['explore', '--runs', '200', '--out', 'explored'],
  ['explore', '--runs', '200', '--out', 'explored', '--json'],
  ['replay', 'schedule.json', '--json'],
  ['replay', 'case.json'],
] as const

/** All of them end with this code and say this, and none of them says the token. */
async function expectAll(
  place: Place,
  env: Record<string, string>,
  code: number,
  says: string,
  also: readonly string[] = [],
): Promise<void> {
  await writeCases(place)
  for (const command of commands) {
    const ended = await place.run([...command, ...also], env)
    const name = command.join(' ')
    assert.is(ended.code, code, `${name}\n${ended.err}`)
    assert.not.match(ended.out + ended.err, token, name)
    if (says !== '') assert.match((ended.out + ended.err).replaceAll(/\s+/g, ' '), says, name)
  }
}

const elsewhere = ['--url', 'http://127.0.0.1:1', '--token-env', 'T']

testInPlace('nobody at the address is undecided for run, explore and replay', (place) =>
  expectAll(place, { T: token }, 3, 'nobody listens at http://127.0.0.1:1', elsewhere),
)

/** A connector of ours whose token is the configured one unless `env` says something else. */
async function configured(place: Place, options: Parameters<typeof configuration>[0]): Promise<void> {
  const text = await configuration(options)
  await place.write('touchstone.yaml', text.replace('connector: { url:', 'connector: { token: { env: T }, url:'))
}

testInPlace('a token that is refused is undecided for run, explore and replay', async (place) => {
  await configured(place, { env: { CONNECTOR_TOKEN: 'another-token-Ab3dEf6hIj9lMn2' } })
  await expectAll(
    place,
    { T: token },
    3,
    'the connector refuses the configured token (status 401 from GET /v1/manifest)',
  )
})

testInPlace('a connector that tells its token in its manifest is judged by run, explore and replay', async (place) => {
  await configured(place, { command: [process.execPath, echoing] })
  await expectAll(place, { T: token }, 1, '')
})

testInPlace('one that tells it in every refusal leaves them all undecided', async (place) => {
  await configured(place, { command: [process.execPath, echoing], env: { ECHO: 'problem' } })
  await expectAll(place, { T: token }, 3, 'its text holds a secret')
})

test.run()
