import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bearer, codeOf, served } from './service.test.support.ts'
import { type StateDatabase, StateError } from './state/state-database.ts'

const readiness = '/api/v1/provider-readiness'

test('a token that may read gets the projection of a workspace, byte for byte', async () => {
  await using service = await served()
  const token = await service.token()
  for (const workspaceId of ['w-1', 'elsewhere']) {
    const answer = await service.ask(`${readiness}?workspace_id=${workspaceId}`, bearer(token))
    assert.is(answer.status, 200)
    assert.is(await answer.text(), JSON.stringify(await service.readiness.project({ workspaceId })))
  }
})

test('the catalogue and the projection say the same of every operation', async () => {
  await using service = await served()
  const token = bearer(await service.token())
  const catalogue = (await (await service.ask('/api/v1/providers?workspace_id=w-1', token)).json()) as {
    providers: { formats: { operations: { operation: string; decision: unknown }[] }[] }[]
  }
  const [first] = (await service.readiness.project({ workspaceId: 'w-1' })).providers
  const [profile] = first?.profiles ?? []
  const decisions = catalogue.providers[0]?.formats[0]?.operations.map(({ decision }) => JSON.stringify(decision))
  assert.equal(decisions, [JSON.stringify(profile?.immediate), JSON.stringify(profile?.scheduled)])
  assert.is(profile?.immediate.state, 'healthy')
})

test('no workspace, an empty one and two of them are refused', async () => {
  await using service = await served()
  const token = bearer(await service.token())
  for (const query of [
    '',
    '?workspace_id=',
    '?workspace_id=w-1&workspace_id=w-2',
    `?workspace_id=${'w'.repeat(300)}`,
  ]) {
    const answer = await service.ask(`${readiness}${query}`, token)
    assert.is(answer.status, 400, query)
    assert.is(await codeOf(answer), 'invalid_request')
  }
})

test('nobody reads without a token or a session, nor with a token that is unknown, malformed, expired or revoked', async () => {
  await using service = await served()
  const short = await service.token({ expiresAt: Date.parse('2026-01-02T01:00:00.000Z') })
  const path = `${readiness}?workspace_id=w-1`
  assert.is((await service.ask(path, bearer(short))).status, 200)
  service.later(3_600_000)
  const revoked = await service.token()
  await service.state.ask('UPDATE tokens SET revoked_at = $1 WHERE expires_at IS NULL', [1])
  const wrong = ['', 'Bearer', 'Basic YTpi', `Bearer ${'x'.repeat(5_000)}`, `Bearer ${short}`, `Bearer ${revoked}`]
  for (const authorization of wrong) {
    const answer = await service.ask(path, authorization === '' ? {} : { headers: { authorization } })
    assert.is(answer.status, 401, authorization)
    assert.is(await codeOf(answer), 'unauthenticated')
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  }
})

test('a token is refused what its scope or its workspace does not cover', async () => {
  await using service = await served()
  const resolving = bearer(await service.token({ scopes: ['capabilities:resolve'] }))
  const elsewhere = bearer(await service.token({ workspaceId: 'w-2' }))
  for (const path of [readiness, '/api/v1/providers'].map((each) => `${each}?workspace_id=w-1`)) {
    assert.is(await codeOf(await service.ask(path, resolving)), 'insufficient_scope')
    const forbidden = await service.ask(path, elsewhere)
    assert.is(forbidden.status, 403)
    assert.is(await codeOf(forbidden), 'workspace_forbidden')
  }
  assert.is((await service.ask(`${readiness}?workspace_id=w-2`, elsewhere)).status, 200)
})

test('who is signed in reads without a token', async () => {
  await using service = await served()
  const browser = await service.signIn()
  assert.is((await browser.get(`${readiness}?workspace_id=w-1`)).status, 200)
})

test('everything is served below the base, and nothing beside it', async () => {
  await using service = await served({ base: '/deep/down' })
  const token = bearer(await service.token())
  assert.is((await service.ask(`${readiness}?workspace_id=w-1`, token)).status, 200)
  for (const path of ['/', readiness, '/admin', '/deep', '/deep/downward/admin']) {
    const answer = await fetch(`${service.origin}${path}`, { redirect: 'manual' })
    assert.is(answer.status, 404, path)
  }
  const answer = await service.ask('/admin')
  assert.is(answer.headers.get('location'), '/deep/down/admin/sign-in')
})

test('the OpenAPI document is served to anybody and names every route of the API', async () => {
  await using service = await served({ base: '/b' })
  const { servers, paths } = (await (await service.ask('/api/v1/openapi.json')).json()) as {
    servers: unknown
    paths: Record<string, Record<string, unknown>>
  }
  assert.equal(servers, [{ url: '/b' }])
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods)) {
      const answer = await service.ask(path, { method: method.toUpperCase() })
      assert.is.not(answer.status, 404, `${method} ${path}`)
      assert.is.not(answer.status, 405, `${method} ${path}`)
    }
  }
})

test('what a schema expects is said in words, also where nothing may be said', async () => {
  await using service = await served()
  const text = await (await service.ask('/api/v1/openapi.json')).text()
  assert.match(text, '"one of nothing, unknown, local, staging, production"')
  assert.not.match(text, /"one of (?:[^"]*, )?[,"]/)
})

test('while the database of the sessions is away the service says so, and does not take it for a wrong token', async () => {
  const away: StateDatabase = {
    ask: () => Promise.reject(new StateError('no server answers there', { passing: true })),
    [Symbol.asyncDispose]: async () => undefined,
  }
  await using service = await served({ more: { state: away } })
  const token = await service.token()
  for (const [method, path] of [
    ['GET', `${readiness}?workspace_id=w-1`],
    ['POST', '/mcp'],
  ] as const) {
    const answer = await service.ask(path, { ...bearer(token), method })
    assert.equal([answer.status, answer.headers.get('retry-after')], [503, '30'])
    assert.is(await codeOf(answer), 'ledger_unavailable')
  }
  assert.equal([...new Set(service.notes)], ['the database cannot be used: no server answers there'])
})

test('what waiting does not mend is no matter of asking again later', async () => {
  const locked: StateDatabase = {
    ask: () => Promise.reject(new StateError('role keeper lacks a right')),
    [Symbol.asyncDispose]: async () => undefined,
  }
  await using service = await served({ more: { state: locked } })
  const answer = await service.ask(`${readiness}?workspace_id=w-1`, bearer(await service.token()))
  assert.equal([answer.status, answer.headers.get('retry-after')], [500, null])
  assert.not.match(await answer.text(), 'keeper')
  assert.equal(service.notes, ['the database cannot be used: role keeper lacks a right'])
})

test('MCP takes the same tokens, bound to their workspace, and no session', async () => {
  await using service = await served()
  const call = (headers: Record<string, string>, workspace_id: string): Promise<Response> =>
    service.ask('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_provider_readiness', arguments: { workspace_id } },
      }),
    })
  const { cookie } = await service.signIn()
  assert.is((await call({}, 'w-1')).status, 401)
  assert.is((await call({ cookie }, 'w-1')).status, 401)
  assert.is(
    (await call({ authorization: `Bearer ${await service.token({ scopes: ['capabilities:resolve'] })}` }, 'w-1'))
      .status,
    403,
  )
  const authorization = `Bearer ${await service.token({ workspaceId: 'w-1' })}`
  const answer = (await (await call({ authorization }, 'w-1')).json()) as { result: { structuredContent: unknown } }
  const expected = await service.readiness.project({ workspaceId: 'w-1' })
  assert.is(JSON.stringify(answer.result.structuredContent), JSON.stringify(expected))
  assert.ok('error' in ((await (await call({ authorization }, 'w-2')).json()) as object))
})

test.run()
