import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openDestination, openGated, pinned, soon } from './destination.test.support.ts'
import { GateError } from './gate-error.ts'
import { openRaw } from './raw-connection.test.support.ts'
import { openGate } from './open-gate.ts'

test('a request and its answer pass unchanged but for what concerns the connection', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  using raw = await openRaw(gate.url)
  const body = Buffer.from([0, 255, 13, 10, 128])
  const seen = await raw.ask('POST', '/articles?x=%41&y=a+b', {
    body,
    headers: {
      'X-Mixed': 'Kept',
      connection: 'keep-alive, x-hop',
      'x-hop': '1',
      te: 'trailers',
      authorization: 'Bearer abc',
    },
  })
  assert.is(seen.kind, 'answer')
  if (seen.kind !== 'answer') return
  assert.is(seen.status, 201)
  assert.match(seen.head, /x-from: destination/)
  const [request] = destination.requests
  assert.ok(request)
  assert.is(request.url, '/articles?x=%41&y=a+b')
  assert.equal(request.body, body)
  assert.ok(request.raw.includes('X-Mixed'))
  assert.not.ok(request.raw.includes('x-hop'))
  assert.not.ok(request.raw.includes('te'))
  assert.is(request.raw[request.raw.indexOf('host') + 1], new URL(destination.url).host)
})

test('the answer keeps its encoding and its bytes, chunked or not', async () => {
  const packed = gzipSync('{"text":"packed"}')
  await using upstream = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    response.write(packed.subarray(0, 5))
    response.end(packed.subarray(5))
  })
  await using gate = await openGate({ source: { kind: 'upstream', url: upstream.url }, listen: anyPort })
  using raw = await openRaw(gate.url)
  const seen = await raw.ask('GET', '/')
  assert.is(seen.kind, 'answer')
  if (seen.kind !== 'answer') return
  assert.match(seen.head, /content-encoding: gzip/)
  assert.is(gunzipSync(seen.body).toString(), '{"text":"packed"}')
})

test('the path of the upstream URL goes before every path', async () => {
  await using destination = await openDestination()
  await using gate = await openGate({ source: { kind: 'upstream', url: `${destination.url}/base/` }, listen: anyPort })
  using raw = await openRaw(gate.url)
  await raw.ask('GET', '/articles')
  assert.is(destination.requests[0]?.url, '/base/articles')
})

test('every write is told in order with its moments', async () => {
  await using gated = await openGated()
  const { gate, events } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await raw.ask('POST', '/articles', article('marker-a'))
  await gate.drained('op-a', soon())
  assert.equal(
    events.map(({ type }) => type),
    ['write-began', 'write-received', 'write-applied', 'write-ended'],
  )
  const moments = events.map((event) => ('moment' in event ? event.moment : 0))
  assert.equal(
    moments,
    [...moments].sort((a, b) => a - b),
  )
})

test('a complete refusal of the destination refutes the write, a conflict or a failure does not', async () => {
  for (const [status, refuted] of [
    [422, true],
    [403, true],
    [409, false],
    [429, false],
    [500, false],
  ] as const) {
    await using gated = await openGated()
    const { gate, destination, events } = gated
    destination.refuseWith = status
    gate.watch('op-a', 'marker-a')
    using raw = await openRaw(gate.url)
    await raw.ask('POST', '/articles', article('marker-a'))
    await gate.drained('op-a', soon())
    assert.is(
      events.some(({ type }) => type === 'write-refuted'),
      refuted,
      String(status),
    )
    assert.is(
      events.some(({ type }) => type === 'write-applied'),
      false,
    )
    assert.is(events.at(-1)?.type, 'write-ended')
  }
})

test('a read says whether it saw the item', async () => {
  await using gated = await openGated()
  const { gate, events } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await raw.ask('GET', '/articles?q=marker-a')
  await raw.ask('POST', '/articles', article('marker-a'))
  await raw.ask('GET', '/articles?q=marker-a')
  await raw.ask('GET', '/articles/by-key/marker-a')
  await gate.drained('op-a', soon())
  const reads = events.flatMap((event) => (event.type === 'read-answered' ? [[event.status, event.sawItem]] : []))
  assert.equal(reads, [
    [200, false],
    [200, true],
    [404, false],
  ])
})

test('a destination that is down gives the connector no answer, and the attempt says so', async () => {
  await using gated = await openGated()
  const { gate, destination, events } = gated
  gate.watch('op-a', 'marker-a')
  await destination[Symbol.asyncDispose]()
  using raw = await openRaw(gate.url)
  const seen = await raw.ask('POST', '/articles', article('marker-a'))
  await gate.drained('op-a', soon())
  assert.is(seen.kind, 'reset')
  const [attempt] = gate.attempts('op-a')
  assert.is(attempt?.upstreamFailure, 'unreachable')
  assert.is(attempt?.connectorGone, undefined)
  assert.is(
    events.some(({ type }) => type === 'write-refuted'),
    false,
  )
})

test('a destination that breaks off is told from one that is not there', async () => {
  await using upstream = await serve((request, response) => {
    if (request.url === '/none') return void request.socket.destroy()
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => request.socket.destroy())
  })
  await using gate = await openGate({ source: { kind: 'upstream', url: upstream.url }, listen: anyPort })
  for (const path of ['/none', '/half']) {
    using raw = await openRaw(gate.url)
    assert.not.equal((await raw.ask('GET', path)).kind, 'answer')
  }
  assert.equal(
    gate.attempts().map(({ upstreamFailure }) => upstreamFailure),
    ['lost', 'lost'],
  )
})

test('a request beyond 2 MiB is answered 413 and not forwarded, one of 2 MiB passes', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  for (const [size, status] of [
    [2 * 1024 * 1024 + 1, 413],
    [2 * 1024 * 1024, 201],
  ] as const) {
    using raw = await openRaw(gate.url)
    const seen = await raw.ask('POST', '/articles', { body: Buffer.alloc(size, 'a') })
    assert.is(seen.kind === 'answer' && seen.status, status)
  }
  assert.is(destination.requests.length, 1)
})

test('an answer beyond 16 MiB is answered 502', async () => {
  await using upstream = await serve((_, response) => void response.end(Buffer.alloc(16 * 1024 * 1024 + 1)))
  await using gate = await openGate({ source: { kind: 'upstream', url: upstream.url }, listen: anyPort })
  using raw = await openRaw(gate.url)
  const seen = await raw.ask('GET', '/')
  assert.is(seen.kind === 'answer' && seen.status, 502)
  assert.is(gate.attempts()[0]?.upstreamFailure, 'too large')
})

test('an idle connection is never closed by the gate while others come and go', async () => {
  await using gated = await openGated()
  const { gate } = gated
  using idle = await openRaw(gate.url)
  await idle.ask('GET', '/healthz')
  for (let at = 0; at < 50; at++) {
    using other = await openRaw(gate.url)
    await other.ask('GET', '/healthz')
  }
  const seen = await idle.ask('GET', '/healthz')
  assert.is(seen.kind === 'answer' && seen.status, 200)
  assert.not.match(seen.kind === 'answer' ? seen.head : '', /keep-alive: *timeout/i)
  assert.ok(gate.learned.reusesConnections)
})

test('connections that carry one request each are no reuse', async () => {
  await using gated = await openGated()
  for (let at = 0; at < 3; at++) {
    using raw = await openRaw(gated.gate.url)
    await raw.ask('GET', '/healthz')
  }
  assert.is(gated.gate.learned.reusesConnections, false)
})

test('200 parallel requests are each attributed to their own operation', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const operations = Array.from({ length: 200 }, (_, at) => `op-${at}-end`)
  for (const operation of operations) gate.watch(operation, `marker-of-${operation}`)
  await Promise.all(
    operations.map(async (operation) => {
      using raw = await openRaw(gate.url)
      await raw.ask('POST', '/articles', article(`marker-of-${operation}`))
    }),
  )
  for (const operation of operations) {
    assert.equal(
      gate.attempts(operation).map(({ nth, upstreamStatus }) => [nth, upstreamStatus]),
      [[1, 201]],
    )
  }
})

test('a request that breaks off before it is complete is possible, and not forwarded', async () => {
  await using gated = await openGated()
  const { gate, destination, events } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  const { body } = article('marker-a')
  raw.socket.write(`POST /articles HTTP/1.1\r\nhost: d\r\ncontent-length: ${body.length + 1}\r\n\r\n${body}`)
  // Node's parser shows the head of a request before its body: only then is there something to break off.
  await new Promise((resolve) => setImmediate(resolve))
  raw.socket.end()
  const signal = soon()
  while (!events.some(({ type }) => type === 'write-ended')) {
    signal.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(
    events.map(({ type }) => type),
    ['write-began', 'write-ended'],
  )
  assert.is(destination.requests.length, 0)
})

test('what a connector shows as credentials is learned without its scheme', async () => {
  await using gated = await openGated()
  using raw = await openRaw(gated.gate.url)
  await raw.ask('GET', '/x?token=querytoken123&key=short&q=nothing-secret', {
    headers: { authorization: 'Bearer top-secret', cookie: 'sid=s1; other=s2', 'x-api-key': 'k1', 'x-other': 'open' },
  })
  assert.equal([...gated.gate.learned.secrets].sort(), ['k1', 'querytoken123', 's1', 's2', 'top-secret'])
})

test('a port that is taken is a clear error', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  const port = Number(new URL(gate.url).port)
  const outcome: unknown = await openGate({
    source: { kind: 'upstream', url: destination.url },
    listen: { host: '127.0.0.1', port },
  }).catch((error: unknown) => error)
  assert.instance(outcome, GateError)
  assert.match((outcome as GateError).message, new RegExp(`127\\.0\\.0\\.1:${port}: another program has this port`))
})

test('many can wait for the end of many operations with one signal', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const warnings: string[] = []
  const warned = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', warned)
  gate.watch('op-a', 'marker-a')
  using held = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  using raw = await openRaw(gate.url)
  raw.write('POST', '/articles', article('marker-a'))
  await held.hit
  const { signal } = new AbortController()
  const waiting = Array.from({ length: 40 }, () => gate.drained('op-a', signal))
  held.release()
  await Promise.all(waiting)
  process.off('warning', warned)
  assert.equal(warnings, [])
})

test('closing the gate ends what is held, resets connections and frees the port', async () => {
  const gated = await openGated()
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  const armed = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  using raw = await openRaw(gate.url)
  raw.write('POST', '/articles', article('marker-a'))
  await armed.hit
  await gate[Symbol.asyncDispose]()
  assert.is((await raw.seen()).kind, 'reset')
  await gate.drained('op-a', soon())
  assert.is(destination.requests.length, 0)
  await using again = await openGate({
    source: { kind: 'upstream', url: destination.url },
    listen: { host: '127.0.0.1', port: Number(new URL(gate.url).port) },
    write: pinned,
  })
  assert.is(again.url, gate.url)
  await gated[Symbol.asyncDispose]()
})

test('waiting for the end of an operation can be given up', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using armed = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  using raw = await openRaw(gate.url)
  raw.write('POST', '/articles', article('marker-a'))
  await armed.hit
  const giveUp = new AbortController()
  const waiting = gate.drained('op-a', giveUp.signal)
  giveUp.abort(new Error('enough'))
  const outcome = await waiting.then(
    () => 'drained',
    (error: Error) => error.message,
  )
  assert.is(outcome, 'enough')
})

const anyPort = { host: '127.0.0.1', port: 0 }

async function serve(listener: Parameters<typeof createServer>[1]): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

test.run()
