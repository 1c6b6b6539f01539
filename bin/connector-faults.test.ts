import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../fixtures/index.ts'
import {
  configuration,
  expectEnded,
  expectRefused,
  occupiedPort,
  type Place,
  type Started,
  testInPlace,
} from './cli.test.support.ts'
import { disturbed } from './disturbed-connector.test.support.ts'

const token = 'connector-token-Ab3dEf6hIj9lMn2p'
const onlyReady = ['run', '--only', 'health/ready'] as const

const verdicts = async (place: Place): Promise<readonly string[]> => {
  const { cases } = JSON.parse(await place.read('touchstone-out/results.json')) as { cases: { verdict: string }[] }
  return [...new Set(cases.map(({ verdict }) => verdict))]
}

const byUrl = (port: number): readonly string[] => [
  ...onlyReady,
  '--url',
  `http://127.0.0.1:${port}`,
  '--token-env',
  'CONNECTOR_TOKEN',
]

testInPlace('a port on which nobody listens leaves everything undecided and says so', async (place) => {
  const ended = await place.run(byUrl(1), { CONNECTOR_TOKEN: token })
  expectEnded(ended, 3, 'nobody listens at http://127.0.0.1:1: start the connector, or mend connector.url')
  assert.is(ended.err, '')
  assert.equal(await verdicts(place), ['inconclusive'])
  const { err, out } = await place.run(['run', ...byUrl(1).slice(3)], { CONNECTOR_TOKEN: token })
  assert.is(err, '')
  assert.match(out, '\n? Nothing was tried: nobody listens at http://127.0.0.1:1: ')
  assert.not.match(out, /0\/\d/)
})

testInPlace('whoever closes every connection is not called a connector that fails', async (place) => {
  await using other = await occupiedPort()
  const ended = await place.run(byUrl(other.port), { CONNECTOR_TOKEN: token })
  expectEnded(ended, 3, 'gave no complete answer to GET /v1/manifest (reset')
})

testInPlace('a token that the connector refuses is told before any case', async (place) => {
  const other = place.start(['serve', 'connector', '--port', '0'], { CONNECTOR_TOKEN: token })
  await other.says('serving at http://127.0.0.1:')
  // It says where on stderr, once it listens.
  const port = listeningPort(other)
  const ended = await place.run(byUrl(port), { CONNECTOR_TOKEN: 'another-token-Ab3dEf6hIj9lMn2' })
  expectEnded(ended, 3, 'the connector refuses the configured token (status 401 from GET /v1/manifest)')
  other.kill('SIGTERM')
  assert.is((await other.ended).code, 0)
})

testInPlace('a connector that ends at once is quoted with its last words', async (place) => {
  const command = [process.execPath, '--eval', 'console.error("cannot open the journal"); process.exit(5)']
  await place.write('touchstone.yaml', await configuration({ command }))
  const ended = await place.run(onlyReady)
  expectEnded(ended, 3, 'the connector ended before it answered (exit code 5)', 'cannot open the journal')
  assert.equal(await verdicts(place), ['inconclusive'])
})

testInPlace('a connector that never answers is waited for as long as configured', async (place) => {
  const command = [process.execPath, '--eval', 'setInterval(() => {}, 1000)']
  await place.write('touchstone.yaml', await configuration({ command, process: 'ready_within_ms: 300' }))
  const ended = await place.run(onlyReady)
  expectEnded(ended, 3, 'the connector did not answer within 300 ms; raise process.ready_within_ms')
})

testInPlace('a connector that ends in the middle of a case is blamed, and the run goes on', async (place) => {
  const { command, env } = disturbed({ at: '/v1/capabilities', how: 'die' })
  await place.write('touchstone.yaml', await configuration({ command, env }))
  const only = ['--only', 'health/ready', '--only', 'protocol/resolve-good', '--only', 'protocol/connection-stable']
  const ended = await place.run(['run', '--config', './touchstone.yaml', ...only])
  expectEnded(ended, 1, 'protocol/resolve-good')
  const seen = await verdicts(place)
  const file = await place.read('touchstone-out/cases/protocol/resolve-good@note.short.json')
  const { replay } = JSON.parse(file) as { replay: string }
  assert.is(replay, 'touchstone replay touchstone-out/cases/protocol/resolve-good@note.short.json')
  assert.ok(seen.includes('fail') && seen.includes('pass'), seen.join())
})

testInPlace('a connector that ends during the preparation does not hold up the run', async (place) => {
  const { command, env } = disturbed({ at: '/v1/manifest', how: 'die' })
  await place.write('touchstone.yaml', await configuration({ command, env }))
  expectEnded(await place.run(onlyReady), 3, 'the connector ended before it answered (exit code 7)')
})

testInPlace('a destination that is down from the start is told before the connector is started', async (place) => {
  const destination = 'upstream: "http://127.0.0.1:1", token: { env: DEST_TOKEN }'
  await place.write('touchstone.yaml', await configuration({ destination }))
  expectRefused(
    await place.run(onlyReady, { DEST_TOKEN: 'destination-token-Zy8xWv5u' }),
    'nobody listens at http://127.0.0.1:1: start the destination, or mend destination.upstream',
  )
})

testInPlace('a baseline publish that is refused is quoted, with the key that mends it', async (place) => {
  await using server = createServer((request, response) => {
    request.resume()
    response.writeHead(request.method === 'GET' ? 200 : 422, { 'content-type': 'application/json' }).end('{"items":[]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const destination = `upstream: "http://127.0.0.1:${port}", token: { env: DEST_TOKEN }`
  await place.write('touchstone.yaml', await configuration({ destination }))
  const env = { DEST_TOKEN: 'destination-token-Zy8xWv5u' }
  const ended = await place.run(['run', '--only', 'concurrency/burst-2'], env)
  expectEnded(ended, 3, 'profiles:')
  server.closeAllConnections()
})

testInPlace('a connector with a workspace of its own is asked for by the key that names it', async (place) => {
  const command = [process.execPath, variantEntry, 'fixed-workspace']
  await place.write('touchstone.yaml', await configuration({ command }))
  const ended = await place.run(['run', '--only', 'concurrency/burst-2'])
  expectEnded(ended, 3, 'the connector refuses to connect the workspace', 'connection: { workspace_id: … }')
})

function listeningPort(started: Started): number {
  return Number(/serving at http:\/\/127\.0\.0\.1:(\d+)/.exec(started.said())?.[1])
}

test.run()
