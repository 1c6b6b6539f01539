import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Destination, startDestination } from '../../fixtures/index.ts'
import { expectEnded, expectRefused, type Place, testInPlace } from '../cli.test.support.ts'

const tokens = { CONNECTOR_TOKEN: 'connector-token-Ab3dEf6hIj9lMn2p', DESTINATION_TOKEN: 'destination-token-Zk2wEr5tY' }
const ledger = ['--ledger', 'e.sqlite'] as const
const post = ['--provider', 'touchstone.reference', '--workspace', 'w-1', '--profile', 'note.short'] as const
const add = ['queue', 'add', ...ledger, ...post, '--content-file', 'post.txt'] as const
const once = ['queue', 'work', ...ledger, '--once'] as const

/** A connector that runs, with its provider in a readiness file, and ledgers without a record. */
async function prepare(place: Place, destination: Destination): Promise<AsyncDisposable & { readonly url: string }> {
  const connector = place.start(['serve', 'connector', '--port', '0', '--destination', destination.url], tokens)
  await connector.says('"port":')
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(connector.said())?.[1] ?? ''}`
  const headers = { authorization: `Bearer ${tokens.CONNECTOR_TOKEN}`, 'content-type': 'application/json' }
  await place.write('manifest.json', await (await fetch(`${url}/v1/manifest`, { headers })).text())
  const body = JSON.stringify({ workspace_id: 'w-1' })
  const answer = await fetch(`${url}/v1/connections`, { method: 'POST', headers, body })
  const { accounts } = (await answer.json()) as { readonly accounts: readonly { readonly id: string }[] }
  await place.write(
    'readiness.yaml',
    `providers:
  - id: touchstone.reference
    manifest: manifest.json
    connector: { url: "${url}", token: { env: CONNECTOR_TOKEN } }
    app: { state: configured, label: main }
    accounts: [{ id: ${accounts[0]?.id ?? ''}, workspace_id: w-1, policy: allowed, grant: { state: valid } }]
`,
  )
  await place.write('post.txt', 'a post that waits\n')
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  // Makes the keys, and signs what lets nothing change.
  await control(place, 'enabled')
  return {
    url,
    async [Symbol.asyncDispose]() {
      connector.kill('SIGTERM')
      await connector.ended
    },
  }
}

async function control(place: Place, state: string): Promise<void> {
  await place.write('control.yaml', `provider: touchstone.reference\nstate: ${state}\nreason_code: incident\n`)
  expectEnded(await place.run(['ledger', 'control', 'e.sqlite', 'control.yaml', '--operator', 'Ada']), 0)
}

testInPlace('a queued publish is carried when it is due, and refused once its provider is disabled', async (place) => {
  await using destination = await listening()
  await using _connector = await prepare(place, destination)
  const first = await place.run(add, tokens)
  expectEnded(first, 0)
  assert.is(destination.items('').length, 0)
  expectEnded(await place.run(once, tokens), 0, `${first.out.trim()} published`)
  assert.equal(destination.items('').length, 1)
  expectEnded(await place.run(['queue', 'show', first.out.trim(), ...ledger]), 0, 'published')

  const later = await place.run([...add, '--at', '2030-01-01T00:00:00Z'], tokens)
  const second = await place.run(add, tokens)
  await control(place, 'disabled')
  const refused = await place.run(once, tokens)
  expectEnded(refused, 1, `${second.out.trim()} refused: disabled`)
  assert.not.match(refused.out, later.out.trim())
  expectEnded(await place.run(['queue', 'show', later.out.trim(), ...ledger]), 0, 'prepared')
  // What was refused is over.
  await control(place, 'enabled')
  expectEnded(await place.run(once, tokens), 0)
  assert.is(destination.items('').length, 1)
})

testInPlace('a worker goes on until it is told to end', async (place) => {
  await using destination = await listening()
  await using _connector = await prepare(place, destination)
  const worker = place.start(['queue', 'work', ...ledger], tokens)
  const added = await place.run([...add, '--id', 'morning'], tokens)
  await worker.says(`${added.out.trim()} published`)
  // The same post again is the same operation.
  assert.is((await place.run([...add, '--id', 'morning'], tokens)).out, added.out)
  worker.kill('SIGTERM')
  assert.is((await worker.ended).code, 0)
  assert.is(destination.items('').length, 1)
})

testInPlace('what is wrong is said before anything is queued, and nothing waits for nobody', async (place) => {
  await using destination = await listening()
  await using connector = await prepare(place, destination)
  const { url } = connector
  expectRefused(await place.run(['queue', 'work', '--ledger', 'nowhere.sqlite', '--once']), 'there is no ledger at')
  expectRefused(await place.run([...add, '--provider', 'other']), '--provider is given twice')
  expectRefused(await place.run(add), 'the token of the connector of touchstone.reference cannot be read')
  expectRefused(await place.run([...add, '--at', 'tomorrow'], tokens), '--at takes a time in UTC')
  expectRefused(await place.run(['queue', 'show', 'op-1', ...ledger]), 'there is no operation op-1 in this queue')
  const wrong = { ...tokens, CONNECTOR_TOKEN: 'another-token-Ab3dEf6hIj9lMn2' }
  expectEnded(await place.run(add, wrong), 3, 'nothing is queued')
  const queued = await place.run(add, tokens)
  await place.write('readiness.yaml', (await place.read('readiness.yaml')).replace(url, 'http://127.0.0.1:1'))
  // A connector that is down may be up again.
  expectEnded(await place.run(once, tokens), 3, `${queued.out.trim()} waiting`)
  assert.is(destination.items('').length, 0)
})

const listening = async (): Promise<Destination & AsyncDisposable> => {
  const destination = await startDestination({ token: tokens.DESTINATION_TOKEN, unique: true })
  return Object.assign(destination, { [Symbol.asyncDispose]: () => destination.close() })
}

test.run()
