import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, openGated } from './destination.test.support.ts'
import type { Attempt, Gate } from './gate.ts'
import { openRaw } from './raw-connection.test.support.ts'
import { isPerhapsUnread } from './unread.ts'

type Close = 'reads and closes' | 'reads and resets' | 'never reads'

/** Publishes over a socket of its own and ends that in one of these ways; what the gate knows of the write then. */
async function write(gate: Gate, marker: string, close: Close, header: 'close' | 'keep-alive'): Promise<Attempt> {
  gate.watch(`op-${marker}`, marker)
  const { body, headers } = article(marker)
  const seen = (): Attempt | undefined => gate.attempts(`op-${marker}`)[0]
  if (close === 'never reads') {
    const { hostname, port } = new URL(gate.url)
    // Paused before it is connected, it leaves everything to the kernel.
    const socket = connect({ host: hostname, port: Number(port) }).pause()
    await once(socket, 'connect')
    const fields = Object.entries({ ...headers, host: 'gate', connection: header, 'content-length': body.length })
    socket.write(`POST /articles HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
    socket.write(body)
    await until(() => seen()?.answered !== undefined)
    socket.destroy()
    await until(() => seen()?.afterwards === 'reset')
  } else {
    using client = await openRaw(gate.url)
    await client.ask('POST', '/articles', { headers: { ...headers, connection: header }, body })
    if (close === 'reads and closes') client.socket.destroy()
    else client.socket.resetAndDestroy()
    await until(() => seen()?.afterwards === (close === 'reads and closes' ? 'closed' : 'reset'))
  }
  const attempt = seen()
  if (attempt === undefined) throw new Error('the gate saw no write')
  return attempt
}

async function until(condition: () => boolean): Promise<void> {
  const bound = AbortSignal.timeout(5_000)
  while (!condition()) {
    if (bound.aborted) throw new Error('it did not come about within 5 s')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

for (const header of ['close', 'keep-alive'] as const) {
  test(`an answer that the client leaves unread is told from one that it reads (connection: ${header})`, async () => {
    await using gated = await openGated()
    const { gate } = gated
    const read = await write(gate, 'marker-read', 'reads and closes', header)
    const unread = await write(gate, 'marker-unread', 'never reads', header)
    assert.is(unread.connectorGone, undefined)
    assert.ok(isPerhapsUnread(gate, unread))
    assert.not.ok(isPerhapsUnread(gate, read))
  })
}

test('a reset is held against the last request of a connection only', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-first', 'marker-first')
  const { body, headers } = article('marker-first')
  const client = await openRaw(gate.url)
  await client.ask('POST', '/articles', { headers, body })
  await client.ask('GET', '/healthz')
  client.socket.resetAndDestroy()
  await until(() => gate.attempts().some(({ afterwards }) => afterwards === 'reset'))
  assert.is(gate.attempts('op-first')[0]?.afterwards, 'used again')
})

test('whoever resets every connection whose answer it must have read does so by habit', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const first = await write(gate, 'marker-first', 'reads and resets', 'close')
  assert.ok(isPerhapsUnread(gate, first))
  const second = await write(gate, 'marker-second', 'reads and resets', 'close')
  assert.not.ok(isPerhapsUnread(gate, second))
  await write(gate, 'marker-third', 'reads and closes', 'close')
  assert.ok(isPerhapsUnread(gate, second))
})

test.run()
