import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeNeedles } from './needles.ts'

const canary = 'k3v9x2m7q1z8w4t6y0ab'
const odd = 'Tök/en "+~\\ ü=?&<12'

const found = (text: string | Uint8Array, value: string): string[] =>
  makeNeedles([{ name: 'x', value }])
    .search(Buffer.from(text))
    .map(({ encoding }) => encoding)

const within = (text: string): string => `before ${text} after`
const ascii = (text: string): string =>
  text.replace(/[\x80-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

test('a secret is found in every encoding', () => {
  for (const value of [canary, odd]) {
    const utf8 = Buffer.from(value)
    const bytes = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    const hidden: readonly (readonly [string, string])[] = [
      ['plain', value],
      ['hex', utf8.toString('hex')],
      ['hex', utf8.toString('hex').toUpperCase()],
      ['percent-encoded', bytes],
      ['percent-encoded', bytes.toUpperCase()],
    ]
    for (const [encoding, text] of hidden) assert.equal(found(within(text), value), [encoding], text)
    for (const before of ['', 'a', 'ab', 'abc']) {
      for (const after of ['', 'z', 'yz', 'xyz']) {
        const whole = Buffer.from(before + value + after)
        assert.ok(found(within(whole.toString('base64')), value)[0]?.startsWith('base64'), before + after)
        assert.ok(found(within(whole.toString('base64url')), value)[0]?.startsWith('base64'), before + after)
      }
    }
  }
})

test('what escapes change is found escaped', () => {
  const json = JSON.stringify(odd)
  for (const text of [json, ascii(json), json.replaceAll('/', '\\/'), JSON.stringify(`{"a":${json}}`)]) {
    assert.equal(found(within(text), odd), ['JSON-escaped'], text)
  }
  for (const text of [
    encodeURIComponent(odd),
    encodeURIComponent(odd).toLowerCase().replace('t%c3', 'T%c3'),
    new URLSearchParams({ odd }).toString(),
  ]) {
    assert.equal(found(within(text), odd), ['percent-encoded'], text)
  }
})

test('what lacks one byte is not found', () => {
  for (const text of [
    canary.slice(1),
    canary.slice(0, -1),
    canary.toUpperCase(),
    `${canary.slice(0, 10)} ${canary.slice(10)}`,
  ]) {
    assert.equal(found(within(text), canary), [])
    assert.equal(found(within(Buffer.from(text).toString('hex')), canary), [])
    assert.equal(found(within(Buffer.from(text).toString('base64')), canary), [])
  }
})

test('other canaries are never hits', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'.split('')),
    minLength: 20,
    maxLength: 32,
  })
  const needles = makeNeedles([{ name: 'x', value: canary }])
  fc.assert(
    fc.property(letters, (other) => {
      for (const encoding of ['utf8', 'hex', 'base64'] as const) {
        assert.equal(needles.search(Buffer.from(Buffer.from(other).toString(encoding))), [])
      }
    }),
  )
})

test('a stream finds what is cut into pieces anywhere', () => {
  const needles = makeNeedles([
    { name: 'canary', value: canary },
    { name: 'odd', value: odd },
  ])
  const text = Buffer.from(`${'-'.repeat(50)}${canary}${'-'.repeat(50)}${Buffer.from(odd).toString('hex')}--`)
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(text.length), { maxLength: 40 }), (cuts) => {
      const stream = needles.stream()
      const edges = [0, ...cuts.sort((a, b) => a - b), text.length]
      edges.forEach((edge, index) => stream.push(text.subarray(edges[index - 1] ?? 0, edge)))
      assert.equal(stream.found(), [
        { name: 'canary', encoding: 'plain' },
        { name: 'odd', encoding: 'hex' },
      ])
    }),
  )
  const bytes = needles.stream()
  for (const byte of text) bytes.push(Uint8Array.of(byte))
  assert.is(bytes.found().length, 2)
})

test('secrets that contain each other or are equal are all named', () => {
  const needles = makeNeedles([
    { name: 'short', value: canary },
    { name: 'long', value: `${canary}-and-more` },
    { name: 'same', value: canary },
  ])
  const names = (text: string): string[] => needles.search(Buffer.from(text)).map(({ name }) => name)
  assert.equal(names(`${canary}-and-more`).sort(), ['long', 'same', 'short'])
  assert.equal(names(canary).sort(), ['same', 'short'])
})

test('a hit inside a harmless string does not count, one outside it does', () => {
  const needles = makeNeedles([{ name: 'x', value: canary }])
  const url = `https://example.test/${canary}/ä`
  const search = (text: string, ignoring: readonly string[]): number =>
    needles.search(Buffer.from(text), { ignoring }).length
  assert.is(search(`see ${url}.`, [url]), 0)
  assert.is(search(JSON.stringify({ url }).replaceAll('/', '\\/'), [url]), 1)
  assert.is(search(`see ${url} and ${canary}`, [url]), 1)
  assert.is(search(`https://example.test/${canary}/other`, [url]), 1)
  assert.is(search(canary, ['k3v9', canary.slice(2), 'a']), 1)
  assert.is(search(Buffer.from(url).toString('base64'), [url]), 0)
})

test('a secret that would be found by chance is refused', () => {
  assert.throws(() => makeNeedles([{ name: 'x', value: 'elevenchars' }]), /too short/)
})

test('secrets are concealed wherever they stand, in whatever form', () => {
  const needles = makeNeedles([{ name: 'x', value: canary }])
  const base64 = Buffer.from(canary).toString('base64')
  assert.is(needles.conceal(`«${canary}» and ${canary}${canary}`, '[secret]'), '«[secret]» and [secret][secret]')
  assert.not.match(needles.conceal(`see ${base64}`, '[secret]'), base64.slice(2, -4))
  assert.is(needles.conceal('nothing to see … here', '[secret]'), 'nothing to see … here')
})

test('the beginning of a secret that was cut short by an ellipsis is concealed', () => {
  const needles = makeNeedles([{ name: 'x', value: canary }])
  assert.is(needles.conceal(`"id ${canary.slice(0, 9)}…"`, '[secret]'), '"id [secret]…"')
  assert.is(needles.conceal(`"id ${canary.slice(0, 9)}"`, '[secret]'), `"id ${canary.slice(0, 9)}"`)
})

test('hundreds of secrets in megabytes take a fraction of a second', () => {
  const secrets = Array.from({ length: 400 }, (_, index) => ({
    name: String(index),
    value: `canary-${index}-${canary}${index}`,
  }))
  const needles = makeNeedles(secrets)
  const line = 'GET /v1/operations/op-0123456789 200 canary-12 eyJhIjoiYiJ9 %41%42 deadbeef\n'
  const text = Buffer.from(line.repeat((4 << 20) / line.length))
  const began = performance.now()
  assert.equal(needles.search(text), [])
  const millis = performance.now() - began
  assert.ok(millis < 1000, `${millis} ms`)
})

test.run()
