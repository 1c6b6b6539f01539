import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { provider, sources } from '../readiness/healthy.test.support.ts'
import { codeOf, type Served, served } from './service.test.support.ts'

const path = '/api/v1/capabilities/resolve'
const connectorToken = 'a-connector-token-of-its-own'
const request = {
  provider: 'blog',
  workspace_id: 'w-1',
  social_account_id: 'acct-1',
  output_profile: 'blog.post',
  operation: 'publish_immediate',
}
const connection = {
  state: 'complete',
  connection_ref: 'ref-1',
  accounts: [{ id: 'acct-1', username: 'u', display_name: 'U' }],
}

interface Reply {
  readonly status?: number
  readonly body: unknown
}

interface Connector extends AsyncDisposable {
  readonly url: string
  readonly asked: { readonly path: string; readonly authorization: string; readonly body: unknown }[]
}

/** A connector that says what it is told to, first to the connection and then to the resolution. */
async function connector(resolution: Reply | undefined, connected: Reply = { body: connection }): Promise<Connector> {
  const asked: Connector['asked'] = []
  const server = createServer((incoming, outgoing) => {
    void textOf(incoming).then((text) => {
      const { url = '', headers } = incoming
      asked.push({ path: url, authorization: headers.authorization ?? '', body: JSON.parse(text) })
      const reply = url === '/v1/connections' ? connected : resolution
      if (reply === undefined) return incoming.socket.destroy()
      outgoing.writeHead(reply.status ?? 200, { 'content-type': 'application/json' })
      return outgoing.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

const servedWith = ({ url }: Pick<Connector, 'url'>): Promise<Served> =>
  served({
    sources: {
      ...sources,
      providers: [
        { ...provider, capability_revision: 'one', connector: { url, token: { env: 'ANY' } } },
        { ...provider, id: 'bare' },
      ],
    },
    more: { connectorToken: async () => connectorToken },
  })

const resolveBy = async (service: Served, more: object = {}): Promise<Response> =>
  service.ask(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await service.token({ scopes: ['capabilities:resolve'], workspaceId: 'w-1' })}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...request, ...more }),
  })

const available = { capability_revision: 'one', available: true, constraints: { max_length: 10 } }

test('a format is resolved through its connector, with the very decision of the projection', async () => {
  await using at = await connector({ body: { ...available, extra: 'not passed on' } })
  await using service = await servedWith(at)
  const answer = await resolveBy(service, { settings: { status: 'draft' } })
  assert.is(answer.status, 200)
  const { resolution, revision_is_current, decision } = (await answer.json()) as Record<string, unknown>
  assert.equal(resolution, available)
  assert.is(revision_is_current, true)
  const [item] = (await service.readiness.project({ workspaceId: 'w-1' })).providers
  assert.is(JSON.stringify(decision), JSON.stringify(item?.profiles?.[0]?.immediate))
  assert.equal(at.asked, [
    { path: '/v1/connections', authorization: `Bearer ${connectorToken}`, body: { workspace_id: 'w-1' } },
    {
      path: '/v1/capabilities/resolve',
      authorization: `Bearer ${connectorToken}`,
      body: { connection_ref: 'ref-1', output_profile: 'blog.post', settings: { status: 'draft' }, intent: 'post' },
    },
  ])
})

test('another revision than that of the manifest in force is told', async () => {
  await using at = await connector({
    body: { capability_revision: 'two', available: false, unavailable_reason: 'No.' },
  })
  await using service = await servedWith(at)
  const { revision_is_current } = (await (await resolveBy(service)).json()) as Record<string, unknown>
  assert.is(revision_is_current, false)
})

test('a problem of the connector is passed on as text, and not at all when its token stands in it', async () => {
  const problem = { title: 'No', status: 422, kind: 'bad_settings', detail: 'x\u001b[31m', outcome: 'rejected' }
  await using at = await connector({ status: 422, body: { ...problem, secret: 'not passed on' } })
  await using service = await servedWith(at)
  const answer = await resolveBy(service)
  assert.is(answer.status, 502)
  const { code, connector: said } = (await answer.json()) as { code: string; connector: Record<string, unknown> }
  assert.is(code, 'connector_problem')
  assert.equal([said['kind'], said['outcome'], said['status']], ['bad_settings', 'rejected', 422])
  assert.is(said['detail'], 'x\\u001b[31m')
  assert.not('secret' in said)

  await using telling = await connector({ status: 500, body: { ...problem, status: 500, detail: connectorToken } })
  await using other = await servedWith(telling)
  const text = await (await resolveBy(other)).text()
  assert.not(text.includes(connectorToken))
  assert.match(text, /"connector":\{"status":500\}/)
})

test('an answer that the protocol does not know, or none at all, is a problem and never a failure of ours', async () => {
  const wrong: readonly (readonly [string, Reply | undefined, Reply?])[] = [
    ['not JSON', { body: '<html>' }],
    ['another shape', { body: { available: 'yes' } }],
    ['markup', { body: { capability_revision: 'one', available: false, unavailable_reason: '<b>no</b>' } }],
    ['its token', { body: { ...available, constraints: { token: connectorToken } } }],
    ['too much', { body: { ...available, constraints: { text: 'x'.repeat(100_000) } } }],
    ['far too much', { body: 'x'.repeat(2_000_000) }],
    [
      'another account',
      { body: available },
      { body: { ...connection, accounts: [{ id: 'z', username: 'z', display_name: 'z' }] } },
    ],
    ['silence', undefined],
  ]
  for (const [what, resolution, connected] of wrong) {
    await using at = await connector(resolution, connected)
    await using service = await servedWith(at)
    const answer = await resolveBy(service)
    assert.is(answer.status, 502, what)
    assert.not((await answer.text()).includes(connectorToken), what)
    assert.not(
      service.notes.some((note) => note.startsWith('failed')),
      what,
    )
  }
})

test('what is not configured, in another workspace or not asked for rightly reaches no connector', async () => {
  await using at = await connector({ body: available })
  await using service = await servedWith(at)
  assert.is(await codeOf(await resolveBy(service, { provider: 'bare' })), 'connector_not_configured')
  assert.is(await codeOf(await resolveBy(service, { social_account_id: 'acct-2' })), 'subject_not_configured')
  assert.is(await codeOf(await resolveBy(service, { workspace_id: 'w-2' })), 'workspace_forbidden')
  assert.is(await codeOf(await resolveBy(service, { url: 'http://127.0.0.1/' })), 'invalid_request')
  const { cookie } = await service.signIn()
  const headers = { cookie, origin: service.origin, 'content-type': 'application/json' }
  const forged = await service.ask(path, { method: 'POST', headers, body: JSON.stringify(request) })
  assert.is(await codeOf(forged), 'forged_request')
  assert.equal(at.asked, [])
})

test.run()
