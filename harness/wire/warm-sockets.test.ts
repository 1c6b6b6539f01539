import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange } from './exchange.ts'
import { type Arrived, json, listen, rawServer, wireTo } from './raw-server.test.kit.ts'

const publish = (index: number) => ({ method: 'POST', path: '/v1/publishes', json: { index } })
const burst = (count: number) => Array.from({ length: count }, (_, index) => publish(index))

const isHealth = ({ head }: Arrived): boolean => head.startsWith('GET /v1/health ')

/** Answers health at once and holds publishes until `count` of them are there. */
const holding = (count: number, connection = ''): ((arrived: Arrived) => void) => {
  const held: Arrived[] = []
  return (arrived) => {
    const end = connection === 'close'
    const extra = end ? 'connection: close\r\n' : ''
    const answer = ({ socket, body }: Arrived): void => {
      socket.write(json(body === '' ? '{}' : body, extra))
      if (end) socket.end()
    }
    if (isHealth(arrived)) return answer(arrived)
    held.push(arrived)
    if (held.length === count) for (const each of held) answer(each)
  }
}

const overlapped = (exchanges: readonly Exchange[]): boolean => {
  const sent = exchanges.map(({ moments }) => moments.sent ?? Infinity)
  const firstBytes = exchanges.map(({ moments }) => moments.firstByte ?? Infinity)
  return Math.max(...sent) < Math.min(...firstBytes)
}

const values = (exchanges: readonly Exchange[]): unknown[] =>
  exchanges.map((each) => (each.kind === 'answer' && each.document.ok ? each.document.value : each))

test('a burst of 8 on warm sockets overlaps, and every answer is that of its request', async () => {
  await using server = await rawServer(holding(8))
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(8)
  assert.is(sockets.count, 8)
  const exchanges = await sockets.fire(burst(8))
  assert.ok(overlapped(exchanges))
  assert.equal(
    values(exchanges),
    burst(8).map((each) => each.json),
  )
  // Eight warm ones and the canary, which was closed.
  assert.is(server.connections.length, 9)
  assert.is(sockets.count, 8)
})

test('a connector without keep-alive gets fresh sockets, and the burst still overlaps', async () => {
  await using server = await rawServer(holding(8, 'close'))
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(8)
  assert.is(sockets.count, 0)
  const exchanges = await sockets.fire(burst(8))
  assert.ok(overlapped(exchanges))
  assert.equal(
    values(exchanges),
    burst(8).map((each) => each.json),
  )
})

test('more requests than warm sockets: the rest goes on fresh ones', async () => {
  await using server = await rawServer(holding(5))
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(2)
  const exchanges = await sockets.fire(burst(5))
  assert.ok(overlapped(exchanges))
  assert.is(values(exchanges).length, 5)
})

test('a connector that serves one connection at a time is not starved', async () => {
  let busy: Arrived['socket'] | undefined
  const waiting: Arrived[] = []
  const serve = (arrived: Arrived): void => {
    if (busy !== undefined && busy !== arrived.socket) {
      waiting.push(arrived)
      return
    }
    if (busy === undefined) {
      busy = arrived.socket
      busy.once('close', () => {
        busy = undefined
        const alive = waiting.splice(0).filter((each) => !each.socket.destroyed)
        const next = alive.shift()
        waiting.push(...alive)
        if (next !== undefined) serve(next)
      })
    }
    const ends = arrived.head.includes('connection: close')
    arrived.socket.write(json('{}'))
    if (ends) arrived.socket.end()
  }
  await using server = await rawServer(serve)
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(4)
  assert.is(sockets.count, 0)
  const exchanges = await sockets.fire(burst(4))
  assert.equal(
    exchanges.map(({ kind }) => kind),
    ['answer', 'answer', 'answer', 'answer'],
  )
})

test('pause and resume stand around the writes, in pairs', async () => {
  const server = createServer((_, response) => response.end('{}'))
  const port = await listen(server)
  const wire = wireTo(`http://127.0.0.1:${port}`)
  {
    using sockets = await wire.warm(3)
    const events: string[] = []
    const around = { pause: () => void events.push('pause'), resume: () => void events.push('resume') }
    const exchanges = await sockets.fire(burst(3), around)
    assert.equal(events, ['pause', 'resume'])
    assert.ok(exchanges.every(({ kind }) => kind === 'answer'))
    const failing = sockets.fire(burst(3), {
      pause() {
        around.pause()
        throw new Error('no such process')
      },
      resume: around.resume,
    })
    assert.match(await failing.then(() => '', String), 'no such process')
    assert.equal(events, ['pause', 'resume', 'pause', 'resume'])
  }
  await wire.close()
  server.close()
  await once(server, 'close')
})

test('a paused connector that takes no more bytes is resumed after a while', async () => {
  await using server = await rawServer(({ socket }) => socket.write(json('{}')))
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(1)
  const [first] = server.connections
  const large = { method: 'POST', path: '/v1/publishes', json: 'x'.repeat(16 << 20) }
  const [exchange] = await sockets.fire([large], { pause: () => first?.pause(), resume: () => first?.resume() })
  assert.is(exchange?.kind, 'answer')
})

test('a socket that the connector closed while idle is not used', async () => {
  await using server = await rawServer(holding(2))
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(2)
  const closed = server.connections.slice(0, 2).map((socket) => once(socket, 'close'))
  for (const socket of server.connections) socket.end()
  await Promise.all(closed)
  assert.is(sockets.count, 0)
  assert.ok((await sockets.fire(burst(2))).every(({ kind }) => kind === 'answer'))
})

test('a socket that is closed after the request was written is a reset, and nothing is sent again', async () => {
  await using server = await rawServer((arrived) => {
    if (isHealth(arrived)) arrived.socket.write(json('{}'))
    else arrived.socket.destroy()
  })
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(2)
  const exchanges = await sockets.fire(burst(2))
  assert.equal(
    exchanges.map((each) => each.kind === 'silence' && each.why),
    ['reset', 'reset'],
  )
  assert.is(server.arrived.filter((each) => !isHealth(each)).length, 2)
})

test('nobody listening: no warm sockets, and a burst of refusals', async () => {
  const server = await rawServer(() => {})
  await server[Symbol.asyncDispose]()
  await using wire = wireTo(server.url)
  using sockets = await wire.warm(2)
  assert.is(sockets.count, 0)
  const exchanges = await sockets.fire(burst(2), { pause: () => {}, resume: () => {} })
  assert.ok(exchanges.every((each) => each.kind === 'silence' && each.why === 'refused'))
  assert.equal(await sockets.fire([]), [])
})

test.run()
