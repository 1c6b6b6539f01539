import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { http, HttpResponse, passthrough } from 'msw'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadHandlers } from './load-handlers.ts'
import { openGate } from './open-gate.ts'
import { openRaw } from './raw-connection.test.support.ts'

const items: unknown[] = []
const handlers = [
  http.post('https://api.example.com/v1/posts', async ({ request }) => {
    items.push(await request.json())
    return HttpResponse.json(
      { id: 'p1' },
      { status: 201, headers: { 'x-auth-seen': request.headers.get('authorization') ?? '' } },
    )
  }),
  http.get('*/v1/posts/:id', ({ params }) => HttpResponse.json({ id: params.id })),
  http.get('/relative', () => new HttpResponse(null, { status: 204 })),
  http.get('*/broken', () => HttpResponse.error()),
  http.get('*/throws', () => {
    throw new Error('handler is wrong')
  }),
  http.get('*/through', () => passthrough()),
]
const gateOptions = { source: { kind: 'handlers', handlers } as const, listen: { host: '127.0.0.1', port: 0 } }

test('MSW handlers are served on the port of the gate, whatever origin they were written for', async () => {
  await using gate = await openGate({ ...gateOptions, write: { method: 'POST', path: '/v1/posts' } })
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  const headers = { 'content-type': 'application/json', authorization: 'Bearer t' }
  const posted = await raw.ask('POST', '/v1/posts', { body: '{"text":"marker-a"}', headers })
  assert.is(posted.kind === 'answer' && posted.status, 201)
  assert.match(posted.kind === 'answer' ? posted.head : '', /x-auth-seen: Bearer t/)
  assert.equal(items, [{ text: 'marker-a' }])
  assert.is(gate.attempts('op-a')[0]?.nth, 1)
  const read = await raw.ask('GET', '/v1/posts/p7?x=1')
  assert.is(read.kind === 'answer' && read.body.toString(), '{"id":"p7"}')
  const relative = await raw.ask('GET', '/relative')
  assert.is(relative.kind === 'answer' && relative.status, 204)
})

test('a request that no handler answers is 501 with a text that says what to do', async () => {
  await using gate = await openGate(gateOptions)
  using raw = await openRaw(gate.url)
  for (const path of ['/nowhere?secret=1', '/through']) {
    const seen = await raw.ask('GET', path)
    assert.is(seen.kind === 'answer' && seen.status, 501)
    assert.match(seen.kind === 'answer' ? seen.body.toString() : '', /No handler answers GET \/(nowhere|through)\./)
  }
})

test('a network error of a handler is none of an answer, and one that throws is 500', async () => {
  await using gate = await openGate(gateOptions)
  using first = await openRaw(gate.url)
  assert.is((await first.ask('GET', '/broken')).kind, 'reset')
  using second = await openRaw(gate.url)
  const seen = await second.ask('GET', '/throws')
  assert.is(seen.kind === 'answer' && seen.status, 500)
  assert.match(seen.kind === 'answer' ? seen.body.toString() : '', /handler is wrong/)
})

test('the destination of handlers can be asked past the gate', async () => {
  await using gate = await openGate(gateOptions)
  const answer = await fetch(`${gate.upstream}/v1/posts/p1`)
  assert.is(answer.status, 200)
  await answer.arrayBuffer()
  assert.is(gate.attempts().length, 0)
})

const handler = `{ info: { path: '*' }, run: async () => null }`
const modules: [string, string, RegExp | number][] = [
  ['a default export', `export default [${handler}]`, 1],
  ['the export handlers', `export const handlers = [${handler}, ${handler}]`, 2],
  ['a CommonJS array', `module.exports = [${handler}]`, 1],
  ['handlers inside a default export', `export default { handlers: [${handler}] }`, 1],
  ['nothing usable', `export const other = 1`, /as default or as `handlers`; it exports other/],
  ['an empty array', `export default []`, /empty array/],
  ['something else in the array', `export default [${handler}, () => 1]`, /entry 2 .* not an MSW request handler/],
  ['a module that throws', `throw new Error('bad module')`, /could not be loaded: bad module/],
]

for (const [what, source, expected] of modules) {
  test(`loading ${what} ${typeof expected === 'number' ? 'gives the handlers' : 'says what is wrong'}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handlers-'))
    try {
      const file = join(folder, source.startsWith('module') ? 'h.cjs' : 'h.mjs')
      await writeFile(file, source)
      const outcome = await loadHandlers(file).then(
        (loaded) => loaded.length,
        (error: Error) => error.message,
      )
      if (expected instanceof RegExp) assert.match(String(outcome), expected)
      else assert.is(outcome, expected)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
}

test.run()
