import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, pinned, soon } from '../destination.test.support.ts'
import type { Armed, Attempt, Gate } from '../gate.ts'
import { openGate } from '../open-gate.ts'
import { openRaw } from '../raw-connection.test.support.ts'

const size = 2 * 1024 * 1024

interface Inflated {
  readonly head: string
  readonly body: string
  readonly attempt: Attempt
  readonly fired: boolean
}

test('one string is inflated and every other byte stays as it was', async () => {
  const answer = '{ "id" : "item\\u002d1","n":1.50, "tags":["a", "b"], "n":1 }\n'
  const expected = ['item\\u002d1', 'a', 'b']
  for (const [index, text] of expected.entries()) {
    const { body, attempt, fired } = await inflated(answer, index)
    assert.ok(fired)
    assert.is(attempt.strings, 3)
    const at = answer.indexOf(`"${text}"`) + 1 + text.length
    assert.is(body.slice(0, at), answer.slice(0, at))
    assert.is(body.slice(body.length - (answer.length - at)), answer.slice(at))
    const added = body.slice(at, body.length - (answer.length - at))
    assert.is(text.length + added.length, size)
    assert.not.match(added, /[^x]/)
  }
})

for (const [url, begins] of [
  ['https://d.example', 'https://d.example/xxx'],
  ['https:\\/\\/d.example:8443', 'https://d.example:8443/xxx'],
  ['https://d.example/a?b=c', 'https://d.example/a?b=cxxx'],
] as const) {
  test(`the URL ${url} keeps its scheme and host`, async () => {
    const { body } = await inflated(`{"url":"${url}"}`, 0)
    const given = (JSON.parse(body) as { url: string }).url
    assert.is(given.slice(0, begins.length), begins)
    assert.is(new URL(given).host, new URL(JSON.parse(`"${url}"`) as string).host)
  })
}

test('an answer that was compressed is inflated and sent plain', async () => {
  const { head, body, fired } = await inflated('{"id":"item-1"}', 0, true)
  assert.ok(fired)
  assert.not.match(head, /content-encoding/i)
  assert.is((JSON.parse(body) as { id: string }).id.length, size)
})

test('text beyond ASCII is counted in bytes', async () => {
  const { body } = await inflated('{"id":"ü€"}', 0)
  assert.is(Buffer.byteLength((JSON.parse(body) as { id: string }).id), size)
})

test('an answer without that string is not struck and passes unchanged', async () => {
  for (const [answer, strings] of [
    ['{"id":"item-1"}', 1],
    ['not JSON', undefined],
  ] as const) {
    const { body, attempt, fired } = await inflated(answer, 1)
    assert.is(fired, false)
    assert.is(attempt.strings, strings)
    assert.is(body, answer)
  }
})

async function inflated(answer: string, index: number, isPacked = false): Promise<Inflated> {
  const server = createServer((request, response) => {
    request.resume()
    const body = isPacked ? gzipSync(answer) : Buffer.from(answer)
    response.writeHead(201, { 'content-type': 'application/json', ...(isPacked ? { 'content-encoding': 'gzip' } : {}) })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const listen = { host: '127.0.0.1', port: 0 }
    await using gate = await openGate({ source: { kind: 'upstream', url }, listen, write: pinned })
    gate.watch('op-a', 'marker-a')
    using armed = gate.arm(firstWrite('op-a', 'applied', { do: 'inflate', index, bytes: size }))
    return await published(gate, armed)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function published(gate: Gate, armed: Armed): Promise<Inflated> {
  using raw = await openRaw(gate.url)
  const seen = await raw.ask('POST', '/articles', article('marker-a'))
  await gate.drained('op-a', soon())
  const [attempt] = gate.attempts('op-a')
  if (seen.kind !== 'answer' || !attempt) throw new Error('no answer')
  return { head: seen.head, body: seen.body.toString(), attempt, fired: armed.fired }
}

test.run()
