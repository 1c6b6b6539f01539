import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Healthy, healthy } from '../../readiness/healthy.test.support.ts'
import type { Readiness } from '../../readiness/index.ts'
import { mcpOverHttp } from './mcp-over-http.ts'

interface Served extends AsyncDisposable {
  readonly url: string
  readonly client: Client
}

/** The handler behind a real server, and a client of the SDK that is connected to it. */
async function served(readiness: Pick<Readiness, 'project'>, workspaceId?: string): Promise<Served> {
  const handler = mcpOverHttp({ readiness, version: '1.2.3' })
  const server = serve({ fetch: (request) => handler(request, workspaceId), port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const client = new Client({ name: 'test', version: '1' })
  // Safe: the SDK's own types differ only in whether `undefined` is written out.
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport)
  return {
    url,
    client,
    async [Symbol.asyncDispose]() {
      await client.close()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

const operation = (given: unknown): { name: string; arguments: Record<string, unknown> } => ({
  name: 'get_provider_readiness',
  arguments: given as Record<string, unknown>,
})

async function withHealthy(work: (set: Healthy, readiness: Readiness) => Promise<void>): Promise<void> {
  await using set = await healthy()
  await work(set, await set.readiness())
}

test('a client of the SDK reads the projection of the workspace, byte for byte', () =>
  withHealthy(async (_set, readiness) => {
    await using at = await served(readiness)
    await at.client.listTools()
    for (const workspaceId of ['w-1', 'elsewhere']) {
      const { structuredContent, content } = await at.client.callTool(operation({ workspace_id: workspaceId }))
      const expected = JSON.stringify(await readiness.project({ workspaceId }))
      assert.is(JSON.stringify(structuredContent), expected)
      assert.equal(content, [{ type: 'text', text: expected }])
    }
  }))

test('every other argument is refused as invalid parameters', () =>
  withHealthy(async (_set, readiness) => {
    await using at = await served(readiness)
    const wrong = [
      {},
      { workspace_id: '' },
      { workspace_id: 7 },
      { workspace_id: 'w'.repeat(257) },
      { workspace_id: 'w-1', provider: 'blog' },
      'w-1',
      ['w-1'],
      null,
    ]
    for (const given of wrong)
      assert.is(await codeOf(at.client.callTool(operation(given))), -32602, JSON.stringify(given))
    assert.is(await codeOf(at.client.callTool({ name: 'publish', arguments: { workspace_id: 'w-1' } })), -32602)
    assert.is(await codeOf(at.client.listPrompts()), -32601)
  }))

test('a token of one workspace reads no other', () =>
  withHealthy(async (_set, readiness) => {
    await using at = await served(readiness, 'w-1')
    assert.is(await codeOf(at.client.callTool(operation({ workspace_id: 'w-2' }))), -32602)
    const { structuredContent } = await at.client.callTool(operation({ workspace_id: 'w-1' }))
    assert.is(JSON.stringify(structuredContent), JSON.stringify(await readiness.project({ workspaceId: 'w-1' })))
  }))

test('what goes wrong inside is not told', async () => {
  await using at = await served({ project: () => Promise.reject(new Error('/secret/place is locked')) })
  const failed = await at.client.callTool(operation({ workspace_id: 'w-1' })).catch((error: unknown) => error)
  assert.instance(failed, McpError)
  assert.is((failed as McpError).code, -32603)
  assert.not.match(String(failed), /secret/)
})

test('there is nothing to stream, and a large body is refused', () =>
  withHealthy(async (_set, readiness) => {
    await using at = await served(readiness)
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(at.url, { method, headers: { accept: 'text/event-stream' } })
      assert.equal([answer.status, answer.headers.get('allow')], [405, 'POST'])
      await answer.text()
    }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const large = await fetch(at.url, { method: 'POST', headers, body: JSON.stringify({ large: 'x'.repeat(70_000) }) })
    assert.is(large.status, 413)
    await large.text()
  }))

async function codeOf(asked: Promise<unknown>): Promise<number | undefined> {
  try {
    await asked
    return undefined
  } catch (error) {
    return error instanceof McpError ? error.code : undefined
  }
}

test.run()
