import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Projection } from '../../ledger/readiness/index.ts'
import { trustedKeysText } from '../../ledger/record/index.ts'
import { expectEnded, type Place, testInPlace } from '../cli.test.support.ts'
import { prepareReadiness } from '../readiness/prepared.test.support.ts'

const entry = fileURLToPath(new URL('../touchstone.js', import.meta.url))
const ledger = ['--ledger', 'evidence.sqlite']
const argumentsOfCall = { name: 'get_provider_readiness', arguments: { workspace_id: 'w-1' } }

/** The SDK's own client, with `touchstone mcp` as the server that it starts and ends. */
async function client(place: Place): Promise<Client & AsyncDisposable> {
  const made = new Client({ name: 'test', version: '1' })
  await made.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [entry, 'mcp', ...ledger],
      cwd: place.path,
      env: { ...inherited(), TMPDIR: join(place.path, '../tmp') },
      stderr: 'pipe',
    }),
  )
  return Object.assign(made, { [Symbol.asyncDispose]: () => made.close() })
}

const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((entry_): entry_ is [string, string] => entry_[1] !== undefined),
  )

testInPlace('a client of the SDK is told over standard input and output what the command line says', async (place) => {
  await prepareReadiness(place)
  const { out } = await place.run(['provider', 'readiness', ...ledger, '--workspace', 'w-1', '--json'])
  await using mcp = await client(place)
  // Asking for the list makes the client check what comes against the schema of the answer.
  const { tools } = await mcp.listTools()
  assert.equal(
    tools.map(({ name }) => name),
    ['get_provider_readiness'],
  )
  const { structuredContent, content } = await mcp.callTool(argumentsOfCall)
  assert.is(`${JSON.stringify(structuredContent, undefined, 2)}\n`, out)
  assert.equal(content, [{ type: 'text', text: JSON.stringify(JSON.parse(out)) }])
  assert.is(mcp.getServerVersion()?.name, 'touchstone')
})

testInPlace(
  'nothing but the protocol is on standard output, and an input that ends at once is answered',
  async (place) => {
    await prepareReadiness(place)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: argumentsOfCall }
    const ended = await fed(place, `not JSON\n\n${JSON.stringify(call)}\n`)
    const lines = ended.out.split('\n').filter((line) => line !== '')
    assert.is(lines.length, 1, ended.out)
    const { id, result } = JSON.parse(lines[0] ?? '') as { id: number; result: { structuredContent: Projection } }
    assert.is(id, 1)
    assert.equal(
      result.structuredContent.providers.map(({ provider, state }) => [provider, state]),
      [
        ['blog', 'healthy'],
        ['later', 'unsupported'],
      ],
    )
    expectEnded({ ...ended, signal: null }, 0)
  },
)

testInPlace('a ledger that is not to be believed is said on standard error, and permits nothing', async (place) => {
  await prepareReadiness(place)
  await place.write('touchstone-keys/trusted-keys.json', trustedKeysText([]))
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: argumentsOfCall }
  const { out, err } = await fed(place, `${JSON.stringify(call)}\n`)
  assert.match(err, /nothing is permitted/)
  assert.match(out, /readiness_evidence_unavailable/)
})

testInPlace('SIGTERM ends it while a client is there', async (place) => {
  await prepareReadiness(place)
  const server = open(place)
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`)
  await once(server.stdout, 'data')
  server.kill('SIGTERM')
  assert.equal(await once(server, 'exit'), [0, null])
})

const open = (place: Place) =>
  spawn(process.execPath, [entry, 'mcp', ...ledger], {
    cwd: place.path,
    env: { ...process.env, TMPDIR: join(place.path, '../tmp') },
    stdio: 'pipe',
  })

async function fed(
  place: Place,
  lines: string,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const server = open(place)
  server.stdin.end(lines)
  const [out, err, [code]] = await Promise.all([text(server.stdout), text(server.stderr), once(server, 'exit')])
  return { code: code as number | null, out, err }
}

test.run()
