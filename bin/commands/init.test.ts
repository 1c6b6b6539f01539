import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadConfiguration } from '../../harness/target/index.ts'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'
import { type Answers, configurationText, variablesOf } from '../init-template.ts'

const url = 'http://127.0.0.1:18787'
const token = 'connector-token-Ab3dEf6hIj9lMn2p'

testInPlace('init --yes writes a file that run takes, and never over another', async (place) => {
  const ended = await place.run(['init', '--yes'])
  expectEnded(ended, 0, 'wrote touchstone.yaml', 'export CONNECTOR_TOKEN=…', 'touchstone run')
  const loaded = await loadConfiguration(join(place.path, 'touchstone.yaml'), { CONNECTOR_TOKEN: token })
  assert.is(loaded.connector.url, url)
  expectRefused(await place.run(['init', '--yes']), 'touchstone.yaml is there already; use --force')
  expectEnded(await place.run(['init', '--yes', '--force']), 0)
})

testInPlace('init asks nobody when there is no terminal, and says where it cannot write', async (place) => {
  expectRefused(await place.run(['init']), 'there is no terminal to ask questions on; use --yes')
  expectRefused(
    await place.run(['init', '--yes', '--config', 'nowhere/t.yaml']),
    'lies in a folder that does not exist',
  )
})

const answers: readonly Answers[] = [
  { url, command: '', destination: '' },
  { url, command: '', destination: 'simulate' },
  { url, command: '', destination: 'http://127.0.0.1:18055' },
  { url, command: './my-connector --fast', destination: '' },
  { url, command: './my-connector', destination: 'simulate' },
  { url, command: `node "my server.js" 'a b'`, destination: 'http://127.0.0.1:18055' },
]

for (const each of answers) {
  testInPlace(`what init writes for ${JSON.stringify(each)} is a configuration`, async (place) => {
    await place.write('touchstone.yaml', configurationText(each))
    const environment = Object.fromEntries(variablesOf(each).map((name) => [name, token]))
    const loaded = await loadConfiguration(join(place.path, 'touchstone.yaml'), environment)
    assert.is(loaded.process !== undefined, each.command !== '')
    assert.is(loaded.destination !== undefined, each.destination !== '')
    if (each.command.startsWith('node') && loaded.process?.kind === 'own') {
      assert.equal(loaded.process.command, ['node', 'my server.js', 'a b'])
    }
  })

  testInPlace(`every comment of it, uncommented, is one as well: ${JSON.stringify(each)}`, async (place) => {
    const text = configurationText(each)
    const blocks = text.replaceAll(/^# (?=process:|destination:|logs:|certification:|  )/gm, '')
    await place.write('touchstone.yaml', blocks)
    await loadConfiguration(join(place.path, 'touchstone.yaml'), { CONNECTOR_TOKEN: token, DESTINATION_TOKEN: token })
  })
}

test.run()
