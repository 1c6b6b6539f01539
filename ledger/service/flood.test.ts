import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Dispatcher, Pool } from 'undici'
import { adminRoutes, healthyProvider, served, sizeOf } from './service.test.support.ts'

const controls = `${adminRoutes}/runtime-controls`
const disable = { provider: healthyProvider, state: 'disabled', reason_code: 'incident' }

const poolOf = (origin: string): Pool & AsyncDisposable => {
  const pool = new Pool(origin, { connections: 64 })
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() })
}

test('ten thousand rapid requests are served or refused, and nothing is lost', async () => {
  await using service = await served()
  const browser = await service.signIn()
  const token = await service.token()
  const path = '/api/v1/provider-readiness?workspace_id=w-1'
  // Not fetch, which costs more than what it asks for.
  await using pool = poolOf(service.origin)
  const authorization = `Bearer ${token}`
  const { cookie } = browser
  const kinds: readonly Omit<Dispatcher.RequestOptions, 'origin'>[] = [
    { method: 'GET', path },
    { method: 'GET', path, headers: { authorization: 'Bearer nonsense' } },
    { method: 'POST', path: controls, headers: { authorization } },
    { method: 'GET', path: '/admin' },
    { method: 'GET', path: '/nothing/here' },
    { method: 'POST', path: controls, headers: { cookie }, body: '{' },
    { method: 'GET', path: '/api/v1/admin/session', headers: { cookie } },
  ]
  // A projection verifies signatures, and this test is not about them.
  const readOnceIn = 40
  const counted = new Map<number, number>()
  let next = 0
  const before = process.memoryUsage().rss
  const worker = async (): Promise<void> => {
    while (next < 10_000) {
      const at = next++
      const other = kinds[at % kinds.length]
      const isRead = at % readOnceIn === 0 || other === undefined
      const { statusCode, body } = await pool.request(
        isRead ? { method: 'GET', path, headers: { authorization } } : other,
      )
      await body.dump()
      counted.set(statusCode, (counted.get(statusCode) ?? 0) + 1)
    }
  }
  const appended = sizeOf(service.set)
  await Promise.all([
    ...Array.from({ length: 64 }, worker),
    // In the midst of it somebody appends.
    ...Array.from({ length: 20 }, async (_, at) => {
      const answer = await browser.post(controls, { ...disable, state: at % 2 === 0 ? 'degraded' : 'enabled' })
      assert.is(answer.status, 200)
    }),
  ])
  const total = [...counted.values()].reduce((sum, count) => sum + count, 0)
  assert.is(total, 10_000)
  assert.ok(
    [...counted.keys()].every((status) => [200, 303, 401, 403, 404, 503].includes(status)),
    JSON.stringify([...counted]),
  )
  assert.ok((counted.get(200) ?? 0) >= 250)
  assert.is(await sizeOf(service.set), (await appended) + 20)
  assert.ok(process.memoryUsage().rss - before < 300 * 1024 * 1024)
  assert.not(
    service.notes.some((note) => note.startsWith('failed')),
    service.notes.join('\n'),
  )
})

test.run()
