import { execFileSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { configuration, expectRefused, type Place, testInPlace } from '../cli.test.support.ts'

const section = `certification:
  operator: Ada
  app: main
  deployment_environment: local
  provider_environment: sandbox
`
const revision = ['--revision', 'a'.repeat(40)]

const put = async (place: Place, more: string): Promise<void> =>
  place.write('touchstone.yaml', await configuration({ more }))

testInPlace('whatever is missing is named, key and flag, all at once', async (place) => {
  await put(place, '')
  const message = [
    ['operator', '--operator'],
    ['app', '--app'],
    ['deployment_environment', '--deployment-environment'],
    ['provider_environment', '--provider-environment'],
  ].map(([key, flag]) => [`certification.${key} is missing`, `or with ${flag}`])
  expectRefused(await place.run(['certify']), ...message.flat())
  const flags = ['--operator', 'Ada', '--app', 'main', '--deployment-environment', 'local']
  const ended = await place.run(['certify', ...flags])
  expectRefused(ended, 'certification.provider_environment is missing')
  assert.not.match(ended.err, 'operator is missing')
})

testInPlace('a part of the plan, and too few controls, are refused before anything is started', async (place) => {
  await put(place, section)
  expectRefused(await place.run(['certify', '--only', 'health']), 'certify takes no --only')
  await place.write(
    'touchstone.yaml',
    `connector: { url: "http://127.0.0.1:1", token: { file: token } }\nprocess: { commands: { kill: [a], start: [b] } }\n${section}`,
  )
  await place.write('token', 'connector-token-Ab3dEf6hIj9lMn2p')
  const ended = await place.run(['certify', ...revision])
  expectRefused(
    ended,
    'certify needs every control, and destination and logs are missing',
    'upstream:',
    'from: process',
  )
})

testInPlace('wrong values are refused, in the file and on the command line', async (place) => {
  await put(place, section)
  expectRefused(await place.run(['certify', '--revision', 'main']), '--revision takes a full Git revision')
  expectRefused(await place.run(['certify', ...revision, '--validity-days', '91']), 'between 1 and 90')
  expectRefused(await place.run(['certify', '--operator', ' ']), '--operator takes a value')
  for (const [line, message] of [
    ['  validity_days: 120', 'certification.validity_days'],
    ['  revison: abc', 'did you mean revision?'],
    ['  policy_mode: Standard', 'certification.policy_mode'],
    ['  deployment_environment: prod', 'certification.deployment_environment'],
    ['  required_scopes: ["a b"]', 'certification.required_scopes'],
  ] as const) {
    const text = line.includes('deployment') ? section.replace(/ {2}deployment.*\n/, '') : section
    await put(place, `${text}${line}\n`)
    expectRefused(await place.run(['certify', ...revision]), message)
  }
})

testInPlace('a revision that nobody can know has to be given', async (place) => {
  await put(place, section)
  expectRefused(await place.run(['certify']), 'certification.revision is missing', '--revision')
  execFileSync('git', ['init', '--quiet'], { cwd: place.path })
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b']
  execFileSync('git', [...who, 'commit', '--quiet', '--allow-empty', '-m', 'one'], { cwd: place.path })
  expectRefused(await place.run(['certify']), 'not committed, so HEAD is not what is tested')
})

testInPlace(
  'a folder for keys that cannot be made, and a ledger that is not there, end it before the run',
  async (place) => {
    await put(place, section)
    await place.write('taken', '')
    expectRefused(await place.run(['certify', ...revision, '--keys', 'taken/keys']), 'taken/keys', 'cannot be')
    const ended = await place.run(['certify', ...revision, '--append', 'nowhere.sqlite'])
    assert.is(ended.code, 2)
    assert.match(ended.err, 'nowhere.sqlite')
    assert.is(ended.out, '')
  },
)

testInPlace('live evidence is refused for what is not real, and without a review', async (place) => {
  await put(place, section)
  const live = ['certify', ...revision, '--evidence', 'live']
  expectRefused(
    await place.run(live),
    'destination.simulate is no real destination',
    'process.command would start the connector',
    'an approval review is needed',
  )
  const alone = `connector: { url: "http://127.0.0.1:1", token: { file: token } }\n`
  await place.write('token', 'connector-token-Ab3dEf6hIj9lMn2p')
  await place.write('handlers.mjs', 'export default []')
  await place.write('touchstone.yaml', `${alone}destination: { handlers: handlers.mjs }\n${section}`)
  expectRefused(await place.run([...live, '--append', 'e.sqlite']), 'destination.handlers is no real destination')
  await place.write('touchstone.yaml', `${alone}${section}`)
  expectRefused(
    await place.run([...live, '--append', 'e.sqlite']),
    'destination.upstream must name the real destination',
  )
})

test.run()
