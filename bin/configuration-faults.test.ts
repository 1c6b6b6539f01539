import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'uvu'
import { eachOf } from '../harness/checks/poll.ts'
import { configuration, expectRefused, occupiedPort, testInPlace } from './cli.test.support.ts'

const connector = 'connector: { url: "http://127.0.0.1:1", token: { env: CONNECTOR_TOKEN } }'
const env = { CONNECTOR_TOKEN: 'connector-token-Ab3dEf6hIj9lMn2p', DEST_TOKEN: 'destination-token' }

testInPlace('what is wrong in touchstone.yaml is named with its place', async (place) => {
  const wrong: readonly (readonly [yaml: string, message: string])[] = [
    [`${connector}\nproces: { command: [a] }`, 'wrong-0.yaml:2:1: proces: unknown key; did you mean process?'],
    [`${connector}\ndeadline_s: soon`, 'wrong-1.yaml:2:1: deadline_s: expected a whole number of seconds'],
    ['connector: { url: "http://127.0.0.1:1", token: { env: NOBODY_SET_THIS } }', 'NOBODY_SET_THIS is not set'],
    [
      'connector: { url: "http://127.0.0.1:1", token: { file: nowhere } }',
      'connector.token.file: the token file does not exist',
    ],
    [
      'connector: { url: "http://127.0.0.1:1", token: { file: . } }',
      'connector.token.file: the token file is a folder',
    ],
    [`${connector}\nlogs: { from: process\nprofiles:\n  - id: [a\n`, 'wrong-5.yaml:3:1: not valid YAML: '],
    ['just words', 'wrong-6.yaml:1:1: expected a mapping with the key connector'],
    ['connector: { url: "ftp://x", token: { env: CONNECTOR_TOKEN } }', 'connector.url: is not an http: or https: URL'],
    [`${connector}\nprocess: { command: [a], cwd: nowhere }`, 'process.cwd: is not an existing folder'],
  ]
  await eachOf([...wrong.entries()], 3, async ([index, [yaml, message]]) => {
    await place.write(`wrong-${index}.yaml`, yaml)
    expectRefused(await place.run(['run', '--config', `wrong-${index}.yaml`], env), message)
  })
})

testInPlace('no touchstone.yaml at all is answered with how to write one', async (place) => {
  expectRefused(await place.run(['run']), 'touchstone.yaml: no such file; write one with: touchstone init')
})

testInPlace('a token file that may not be read is named', async (place) => {
  // Permissions do not hold back the superuser.
  if (process.getuid?.() === 0) return
  await place.write('token', 'connector-token-Ab3dEf6hIj9lMn2p')
  await chmod(join(place.path, 'token'), 0o000)
  await place.write('touchstone.yaml', 'connector: { url: "http://127.0.0.1:1", token: { file: token } }')
  expectRefused(await place.run(['run']), 'the token file may not be read')
})

testInPlace('a program that does not exist is a mistake in the configuration', async (place) => {
  await place.write('touchstone.yaml', await configuration({ command: ['./no-such-connector'] }))
  expectRefused(
    await place.run(['run', '--only', 'health/ready']),
    'process.command: cannot start ./no-such-connector: no such program',
  )
})

testInPlace('what listens already at the address of the connector or of the gate is not driven', async (place) => {
  await using other = await occupiedPort()
  await place.write('touchstone.yaml', await configuration({ port: other.port }))
  expectRefused(
    await place.run(['run', '--only', 'health/ready']),
    `something already listens at connector.url (http://127.0.0.1:${other.port})`,
  )
  const destination = `simulate: generic, listen: "127.0.0.1:${other.port}"`
  await place.write('touchstone.yaml', await configuration({ destination }))
  expectRefused(
    await place.run(['run', '--only', 'health/ready']),
    `something already listens at 127.0.0.1:${other.port}; end it, or choose another port`,
  )
})

testInPlace('a profile that the connector does not offer is told with those it does', async (place) => {
  await place.write('touchstone.yaml', await configuration())
  expectRefused(
    await place.run(['run', '--only', 'health/ready', '--profile', 'blog.nothing']),
    'the manifest has no profile "blog.nothing"; it has note.short',
  )
})

testInPlace('handlers that cannot be loaded are named', async (place) => {
  await place.write('handlers.mjs', 'export const handlers = [')
  await place.write('touchstone.yaml', await configuration({ destination: 'handlers: ./handlers.mjs' }))
  expectRefused(await place.run(['run', '--only', 'health/ready']), 'destination.handlers: ', 'could not be loaded')
})

test.run()
