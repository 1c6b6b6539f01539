import { brotliCompressSync, gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, openGated } from './destination.test.support.ts'
import { createMarkers } from './markers.ts'
import { openRaw, type RequestOptions } from './raw-connection.test.support.ts'

const marker = 'm1x2 y/z'
const escaped = marker
  .split('')
  .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  .join('')

const places: [string, string, RequestOptions][] = [
  ['path, percent-encoded', `/articles/${encodeURIComponent(marker)}`, {}],
  ['query', `/articles?q=${encodeURIComponent(marker)}`, {}],
  ['header', '/articles', { headers: { 'x-title': marker } }],
  ['body as it is', '/articles', { body: marker }],
  ['body, as a form with a stray %', '/articles', { body: `off=100%&text=${encodeURIComponent(marker)}` }],
  ['body, JSON-escaped', '/articles', { body: `{"text":"${escaped}"}` }],
  ['body, slash escaped', '/articles', { body: JSON.stringify({ text: marker }).replace('/', '\\/') }],
  ['body, gzipped', '/articles', { body: gzipSync(`{"text":"${escaped}"}`), headers: { 'content-encoding': 'gzip' } }],
  ['body, brotli', '/articles', { body: brotliCompressSync(marker), headers: { 'content-encoding': 'br' } }],
]

for (const [where, path, options] of places) {
  test(`a marker is found in the ${where}`, async () => {
    await using gated = await openGated()
    gated.gate.watch('op-a', marker)
    using raw = await openRaw(gated.gate.url)
    await raw.ask('POST', path, options)
    assert.is(gated.gate.attempts('op-a').length, 1)
  })
}

test('one marker for two operations is a mistake of ours', () => {
  const markers = createMarkers()
  markers.watch('op-a', 'marker-a')
  markers.watch('op-a', 'marker-a')
  assert.throws(() => markers.watch('op-b', 'marker-a'), 'is that of op-a')
  assert.is(markers.ownerOf('marker-a'), 'op-a')
})

test('a gzipped body beyond the bound is passed on without being looked into', async () => {
  await using gated = await openGated()
  gated.gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gated.gate.url)
  const body = gzipSync(`${'a'.repeat(8 * 1024 * 1024)}marker-a`)
  const seen = await raw.ask('POST', '/articles', { body, headers: { 'content-encoding': 'gzip' } })
  assert.is(seen.kind, 'answer')
  assert.is(gated.gate.attempts('op-a').length, 0)
})

const key = (character: string): string => `${character}0f1e2d3c4b5a697887`.repeat(2)

test('a lookup by the hashed key of a write belongs to its operation', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  gate.watch('op-b', 'marker-b')
  using raw = await openRaw(gate.url)
  await raw.ask('POST', '/articles', { ...article('marker-a'), headers: { 'idempotency-key': `"${key('a')}"` } })
  await raw.ask('PUT', `/articles/by-key/${key('b')}`, article('marker-b'))
  await raw.ask('GET', `/articles/by-key/${key('a')}`)
  await raw.ask('GET', `/articles?key=${key('b')}`)
  await raw.ask('GET', `/articles/by-key/${key('c')}`)
  assert.equal(
    gate.attempts('op-a').map(({ method }) => method),
    ['POST', 'GET'],
  )
  assert.equal(
    gate.attempts('op-b').map(({ method }) => method),
    ['PUT', 'GET'],
  )
})

test('an id in the answer to a marked request names the operation in the next one', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await raw.ask('POST', '/drafts', article('marker-a'))
  await raw.ask('POST', '/articles', { body: '{"draft":"Draft0123456789abcdef"}' })
  assert.equal(
    gate.attempts('op-a').map(({ path }) => path),
    ['/drafts', '/articles'],
  )
  assert.is(gate.attempts('op-a')[1]?.nth, 1)
})

test('a health request carries no derived marker', async () => {
  await using gated = await openGated({ health: [{ method: 'GET', path: '/accounts/*' }] })
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await raw.ask('POST', `/accounts/${key('a')}`, article('marker-a'))
  await raw.ask('GET', `/accounts/${key('a')}`)
  assert.is(gate.attempts('op-a').length, 1)
})

test('credentials are never learned as names of an operation', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  const headers = { authorization: `Bearer ${key('a')}`, 'x-api-key': key('b'), cookie: `key=${key('c')}` }
  await raw.ask('POST', `/articles?api_key=${key('d')}`, { ...article('marker-a'), headers })
  await raw.ask('GET', `/healthz?api_key=${key('d')}`, { headers })
  assert.is(gate.attempts('op-a').length, 1)
})

test('a string of two operations names neither, for good', () => {
  const markers = createMarkers()
  markers.learn('op-a', ['shared-0123456789'])
  assert.is(markers.ownerOf('/x/shared-0123456789'), 'op-a')
  markers.learn('op-b', ['shared-0123456789'])
  markers.learn('op-a', ['shared-0123456789'])
  assert.is(markers.ownerOf('/x/shared-0123456789'), undefined)
})

test('the id of an operation outranks the marker of another one whose text it repeats', () => {
  const markers = createMarkers()
  markers.watch('pub_aaaaaa-m1111111111', 'm1111111111')
  markers.watch('pub_bbbbbb-m2222222222', 'm2222222222')
  assert.is(markers.ownerOf('key pub_bbbbbb-m2222222222 text m1111111111'), 'pub_bbbbbb-m2222222222')
  assert.is(markers.ownerOf('text m1111111111'), 'pub_aaaaaa-m1111111111')
})

test.run()
