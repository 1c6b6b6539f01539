import { once } from 'node:events'
import { createConnection } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  administrator,
  adminRoutes,
  bearer,
  codeOf,
  cookieOf,
  healthyProvider,
  type Served,
  served,
  sizeOf,
} from './service.test.support.ts'

const controls = `${adminRoutes}/runtime-controls`
const appendRoutes = ['approval-reviews', 'runtime-controls', 'certifications'].map((each) => `${adminRoutes}/${each}`)
const disable = { provider: healthyProvider, state: 'disabled', reason_code: 'incident' }

/** Runs the attack and fails when a record came of it, or the service no longer serves. */
async function harmless(service: Served, attack: () => Promise<void>): Promise<void> {
  const before = await sizeOf(service.set)
  await attack()
  assert.is(await sizeOf(service.set), before, 'something was appended')
  const token = bearer(await service.token())
  assert.is((await service.ask('/api/v1/provider-readiness?workspace_id=w-1', token)).status, 200)
}

test('a bearer token is refused on every admin route, whatever its scope and whoever is signed in', async () => {
  await using service = await served()
  const { post, cookie, csrf } = await service.signIn()
  const token = await service.token({ scopes: ['readiness:read', 'capabilities:resolve'] })
  await harmless(service, async () => {
    for (const authorization of [`Bearer ${token}`, 'Bearer nonsense', 'Basic YTpi']) {
      for (const path of appendRoutes) {
        const alone = await service.ask(path, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(disable),
        })
        assert.is(alone.status, 403)
        assert.is(await codeOf(alone), 'browser_session_required')
        assert.is(await codeOf(await post(path, disable, { authorization })), 'browser_session_required')
      }
      const session = await service.ask('/api/v1/admin/session', { headers: { authorization, cookie } })
      assert.is(session.status, 403)
      const form = await service.ask('/admin/runtime-controls', {
        method: 'POST',
        headers: { authorization, cookie, origin: service.origin },
        body: new URLSearchParams({ ...disable, csrf }),
      })
      assert.is(form.status, 403)
    }
  })
})

test('a missing, a wrong and another session’s CSRF token are refused', async () => {
  await using service = await served()
  const [mine, other] = [await service.signIn(), await service.signIn()]
  await harmless(service, async () => {
    for (const csrf of ['', 'x', other.csrf, `${mine.csrf}x`, mine.csrf.slice(1)]) {
      for (const path of appendRoutes) {
        const answer = await mine.post(path, disable, { 'x-csrf-token': csrf })
        assert.is(answer.status, 403)
        assert.is(await codeOf(answer), 'forged_request')
      }
      for (const path of ['runtime-controls', 'approval-reviews', 'sign-out', 'sign-out-everywhere']) {
        const answer = await mine.submit(`/admin/${path}`, { ...disable, csrf })
        assert.is(answer.status, 403, path)
      }
    }
    assert.is((await mine.get('/api/v1/admin/session')).status, 200)
  })
})

test('a request from another origin, of a hidden one or of none is refused, signing in too', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const { port } = new URL(service.origin)
  const forged: readonly Readonly<Record<string, string>>[] = [
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://evil.example' },
    { origin: `https://127.0.0.1:${port}` },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { origin: `http://127.0.0.1:${port}.evil.example` },
    { origin: `http://localhost:${port}` },
    { origin: service.origin, 'sec-fetch-site': 'cross-site' },
    { origin: service.origin, 'sec-fetch-site': 'same-site' },
  ]
  await harmless(service, async () => {
    for (const headers of forged) {
      const answer = await browser.post(controls, disable, headers)
      assert.is(answer.status, 403, JSON.stringify(headers))
      assert.is((await browser.submit('/admin/runtime-controls', disable, headers)).status, 403)
      const signIn = await browser.submit('/admin/sign-in', { ...administrator }, headers)
      assert.is(signIn.status, 403)
      assert.equal(signIn.headers.getSetCookie(), [])
    }
  })
})

test('whoever plants a cookie before the sign-in has nothing of it: the session is a new one', async () => {
  await using service = await served()
  const planted = `touchstone_session=${'A'.repeat(43)}`
  const signIn = (cookie: string): Promise<Response> =>
    service.ask('/admin/sign-in', {
      method: 'POST',
      headers: { cookie, origin: service.origin },
      body: new URLSearchParams(administrator),
    })
  const first = cookieOf(await signIn(planted))
  assert.is.not(first, planted)
  assert.is((await service.ask('/api/v1/admin/session', { headers: { cookie: planted } })).status, 401)
  // Signing in again ends the session before.
  const second = cookieOf(await signIn(first))
  assert.is.not(second, first)
  assert.is((await service.ask('/api/v1/admin/session', { headers: { cookie: first } })).status, 401)
  assert.is((await service.ask('/api/v1/admin/session', { headers: { cookie: second } })).status, 200)
})

test('the cookie is HttpOnly and SameSite=Strict, and behind a proxy with TLS Secure with the __Host- prefix', async () => {
  await using plain = await served()
  await using proxied = await served({ behindProxy: true })
  const signIn = (service: Served, headers: Record<string, string>): Promise<Response> =>
    service.ask('/admin/sign-in', { method: 'POST', headers, body: new URLSearchParams(administrator) })
  const forwarded = { 'x-forwarded-proto': 'https', origin: plain.origin }
  // Nobody but a proxy of ours may say that it was TLS.
  const [direct = ''] = (await signIn(plain, forwarded)).headers.getSetCookie()
  assert.match(direct, /^touchstone_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  const https = proxied.origin.replace('http:', 'https:')
  const answer = await signIn(proxied, { ...forwarded, origin: https })
  const [secure = ''] = answer.headers.getSetCookie()
  assert.match(secure, /^__Host-touchstone_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  assert.ok(answer.headers.has('strict-transport-security'))
  assert.is((await signIn(proxied, { ...forwarded, origin: proxied.origin })).status, 403)
})

test('a session ends by idling, by its age, by signing out here or everywhere, and with its administrator', async () => {
  await using service = await served({ expiry: { idleMs: 60_000, absoluteMs: 150_000 } })
  const isIn = async ({ get }: Awaited<ReturnType<Served['signIn']>>): Promise<boolean> =>
    (await get('/api/v1/admin/session')).status === 200
  const idle = await service.signIn()
  service.later(59_999)
  assert.ok(await isIn(idle))
  service.later(60_000)
  assert.not(await isIn(idle))
  const old = await service.signIn()
  for (const _ of [1, 2, 3]) {
    service.later(49_000)
    assert.ok(await isIn(old))
  }
  service.later(4_000)
  assert.not(await isIn(old))
  await harmless(service, async () => {
    assert.is((await old.post(controls, disable)).status, 401)
    const form = await old.submit('/admin/runtime-controls', disable)
    assert.is(form.headers.get('location'), '/admin/sign-in?ended=1')
  })
  const [one, two] = [await service.signIn(), await service.signIn()]
  assert.is((await one.submit('/admin/sign-out', {})).status, 303)
  assert.equal([await isIn(one), await isIn(two)], [false, true])
  const three = await service.signIn()
  await three.submit('/admin/sign-out-everywhere', {})
  assert.equal([await isIn(two), await isIn(three)], [false, false])
  const last = await service.signIn()
  await service.state.ask('DELETE FROM admins')
  assert.not(await isIn(last))
})

test('guessing a password is stopped, and nobody else with it', async () => {
  await using service = await served({ behindProxy: true })
  let claimed = 0
  const attempt = (address: string, password: string, name: string = administrator.name): Promise<Response> =>
    service.ask('/admin/sign-in', {
      method: 'POST',
      // Whatever a client claims stands before what the proxy adds.
      headers: { origin: service.origin, 'x-forwarded-for': `10.0.0.${(claimed += 1)}, ${address}` },
      body: new URLSearchParams({ name, password }),
    })
  const all = await Promise.all(Array.from({ length: 12 }, () => attempt('192.0.2.1', 'wrong')))
  const counted = [401, 429].map((expected) => all.filter(({ status }) => status === expected).length)
  assert.equal(counted, [5, 7])
  const refused = await attempt('192.0.2.1', administrator.password)
  assert.is(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.is((await attempt('192.0.2.2', administrator.password)).status, 303)
  service.later(900_001)
  assert.is((await attempt('192.0.2.1', administrator.password)).status, 303)
  assert.not(service.notes.some((note) => note.includes(administrator.name) || note.includes('192.0.2')))
})

test('bodies that are too large, malformed, of another type or encoded are refused before they are believed', async () => {
  await using service = await served()
  const browser = await service.signIn()
  await harmless(service, async () => {
    const wrong: readonly (readonly [number, string, Record<string, string>?])[] = [
      [413, JSON.stringify({ ...disable, note: 'x'.repeat(70_000) })],
      [413, ' '.repeat(3_000_000)],
      [400, ''],
      [400, '{'],
      [400, `${JSON.stringify(disable)}{}`],
      [400, `{"provider":"blog","provider":"blog","state":"disabled","reason_code":"incident"}`],
      [400, '['.repeat(20_000)],
      [400, 'null'],
      [400, '[]'],
      [400, JSON.stringify({ ...disable, __proto__: { state: 'enabled' }, constructor: 1 })],
      [400, '{"provider":"blog","state":"disabled","reason_code":"incident","__proto__":{"a":1}}'],
      [400, JSON.stringify({ ...disable, operator_ref: 'operator:hmac-sha256:0:0' })],
      [415, JSON.stringify(disable), { 'content-type': 'text/plain' }],
      [415, JSON.stringify(disable), { 'content-type': 'application/x-www-form-urlencoded' }],
      [415, JSON.stringify(disable), { 'content-encoding': 'gzip' }],
    ]
    for (const [status, body, headers] of wrong) {
      const answer = await browser.post(controls, body, headers)
      assert.is(answer.status, status, `${status} for ${body.slice(0, 60)}`)
    }
    const form = (type: string, body: string): Promise<Response> =>
      service.ask('/admin/certifications', {
        method: 'POST',
        headers: { cookie: browser.cookie, origin: service.origin, 'content-type': type },
        body,
      })
    assert.is((await form('multipart/form-data', 'x')).status, 400)
    assert.is((await form('multipart/form-data; boundary=b', '--b\r\nx')).status, 400)
    assert.is((await form('multipart/form-data; boundary=b', 'x'.repeat(700_000))).status, 413)
    assert.is((await form('application/json', '{}')).status, 415)
  })
})

test('a body that never ends is refused once it is too long', async () => {
  await using service = await served()
  const { cookie, csrf } = await service.signIn()
  const { port, host } = new URL(service.origin)
  await harmless(service, async () => {
    const socket = createConnection(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const headers = [`host: ${host}`, `cookie: ${cookie}`, `origin: ${service.origin}`, `x-csrf-token: ${csrf}`]
    const fixed = ['content-type: application/json', 'transfer-encoding: chunked', '', '']
    socket.write([`POST ${controls} HTTP/1.1`, ...headers, ...fixed].join('\r\n'))
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`
    const answered = once(socket, 'data')
    for (let sent = 0; sent < 8; sent += 1) socket.write(chunk)
    const [head] = (await answered) as [Buffer]
    assert.match(head.toString(), /^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})

test('every other method is answered with the ones there are, and every other path with nothing', async () => {
  await using service = await served()
  const { cookie } = await service.signIn()
  await harmless(service, async () => {
    for (const path of [...appendRoutes, '/api/v1/provider-readiness', '/admin', '/admin/runtime-controls']) {
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await service.ask(path, { method, headers: { cookie } })
        assert.is(answer.status, 405, `${method} ${path}`)
        assert.match(answer.headers.get('allow') ?? '', /GET|POST/)
        assert.not(answer.headers.has('access-control-allow-origin'))
      }
    }
    for (const path of appendRoutes) assert.is((await service.ask(path, { headers: { cookie } })).status, 405)
    for (const path of [
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/admin/..%2f..%2fetc%2fpasswd',
      '/admin/%00',
      '/admin/%',
      '/%c0%ae%c0%ae/',
      '//evil.example/',
      '/api/v1/admin',
      '/API/V1/provider-readiness',
    ]) {
      assert.is(await rawStatus(service, path), 404, path)
    }
  })
})

/** As it stands, for `fetch` would tidy the path up. */
async function rawStatus(service: Served, path: string): Promise<number> {
  const { port, host } = new URL(service.origin)
  const socket = createConnection(Number(port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
}

test('markup and control characters of others stay text on every page, and reach no header', async () => {
  const script = '<script>alert(1)</script>'
  const { sources } = await import('../readiness/healthy.test.support.ts')
  const [provider] = sources.providers
  assert.ok(provider)
  const hostile = { ...provider, display_name: `"'>${script}\u202e\r\nset-cookie: a=b` }
  await using service = await served({ sources: { ...sources, providers: [hostile] } })
  const browser = await service.signIn()
  const marked = `"><img src=x onerror=alert(1)>\r\nset-cookie: a=b`
  const answers = [
    await browser.get('/admin'),
    await browser.get('/admin/provider?id=blog'),
    await browser.get(`/admin/provider?id=${encodeURIComponent(marked)}`),
    await browser.get(`/admin/provider?id=blog&did=${encodeURIComponent(marked)}`),
    await browser.get(`/admin/sign-in?ended=${encodeURIComponent(marked)}`),
    await browser.submit('/admin/runtime-controls', { provider: 'blog', state: marked, reason_code: marked }),
    await browser.submit('/admin/runtime-controls', { provider: marked, state: 'disabled', reason_code: 'incident' }),
    await browser.submit('/admin/approval-reviews', { provider: 'blog', tier: marked, [marked]: marked }),
    await browser.submit('/admin/sign-in', { name: marked, password: marked }),
  ]
  for (const answer of answers) {
    const html = await answer.text()
    assert.not.match(html, /<script|<img|\u202e/)
    assert.not(answer.headers.getSetCookie().some((each) => each.startsWith('a=')))
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.is(answer.headers.get('cache-control'), 'no-store')
  }
  assert.match(await (await browser.get('/admin')).text(), /&lt;script&gt;/)
})

test('what is kept of tokens, sessions and passwords cannot be used', async () => {
  await using service = await served()
  const token = await service.token()
  const { cookie, csrf } = await service.signIn()
  const tables = ['admins', 'browser_sessions', 'tokens', 'attempts']
  const kept = JSON.stringify(await Promise.all(tables.map((table) => service.state.ask(`SELECT * FROM ${table}`))))
  for (const secret of [token, cookie.split('=')[1] ?? '', csrf, administrator.password, '127.0.0.1']) {
    assert.not(kept.includes(secret))
  }
})

test.run()
