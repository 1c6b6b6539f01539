import { once } from 'node:events'
import { createServer } from 'node:http'
import * as assert from 'uvu/assert'
import { type Destination, startDestination } from '../../fixtures/index.ts'
import { expectEnded, type Place } from '../cli.test.support.ts'

export const tokens = {
  CONNECTOR_TOKEN: 'connector-token-Ab3dEf6hIj9lMn2p',
  DESTINATION_TOKEN: 'destination-token-Zk2wEr5tY',
} as const

const post = ['--provider', 'touchstone.reference', '--workspace', 'w-1', '--profile', 'note.short'] as const

const text = ['--content-file', 'post.txt'] as const

export const addTo = (ledger: string): readonly string[] => ['queue', 'add', '--ledger', ledger, ...post, ...text]

export const onceOn = (ledger: string): readonly string[] => ['queue', 'work', '--ledger', ledger, '--once']

/** A connector that runs, with its provider in a readiness file, and ledgers without a record. */
export async function prepare(
  place: Place,
  destination: Destination,
  ledger: string,
): Promise<AsyncDisposable & { readonly url: string }> {
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
  expectEnded(await place.run(['ledger', 'init', ledger]), 0)
  // Makes the keys, and signs what lets nothing change.
  await control(place, ledger, 'enabled')
  return {
    url,
    async [Symbol.asyncDispose]() {
      connector.kill('SIGTERM')
      await connector.ended
    },
  }
}

export async function control(place: Place, ledger: string, state: string): Promise<void> {
  await place.write('control.yaml', `provider: touchstone.reference\nstate: ${state}\nreason_code: incident\n`)
  expectEnded(await place.run(['ledger', 'control', ledger, 'control.yaml', '--operator', 'Ada']), 0)
}

export const listening = async (): Promise<Destination & AsyncDisposable> => {
  const destination = await startDestination({ token: tokens.DESTINATION_TOKEN, unique: true })
  return Object.assign(destination, { [Symbol.asyncDispose]: () => destination.close() })
}

/** A connector that takes requests and never answers. */
export async function neverAnswering(): Promise<
  AsyncDisposable & { readonly url: string; readonly asked: () => Promise<void> }
> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    asked: async () => void (await once(server, 'request', { signal: AbortSignal.timeout(20_000) })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** From the queue to the destination, and refused once the provider is disabled. */
export async function carriedAndRefused(place: Place, ledger: string): Promise<void> {
  await using destination = await listening()
  await using _connector = await prepare(place, destination, ledger)
  const [add, once, show] = [addTo(ledger), onceOn(ledger), ['--ledger', ledger]]
  const first = await place.run(add, tokens)
  expectEnded(first, 0)
  assert.is(destination.items('').length, 0)
  expectEnded(await place.run(once, tokens), 0, `${first.out.trim()} published`)
  assert.equal(destination.items('').length, 1)
  expectEnded(await place.run(['queue', 'show', first.out.trim(), ...show]), 0, 'published')

  const later = await place.run([...add, '--at', '2030-01-01T00:00:00Z'], tokens)
  const second = await place.run(add, tokens)
  await control(place, ledger, 'disabled')
  const refused = await place.run(once, tokens)
  expectEnded(refused, 1, `${second.out.trim()} refused: disabled`)
  assert.not.match(refused.out, later.out.trim())
  expectEnded(await place.run(['queue', 'show', later.out.trim(), ...show]), 0, 'prepared')
  // What was refused is over.
  await control(place, ledger, 'enabled')
  expectEnded(await place.run(once, tokens), 0)
  assert.is(destination.items('').length, 1)
}
