import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answer, Exchange, Silence } from './exchange.ts'
import type { WireRequest } from './request.ts'
import { type Arrived, json, listen, rawServer, soon, temporaryFolder, token, wireTo } from './raw-server.test.kit.ts'
import type { Wire } from './wire.ts'

/** Both ways of sending must see the same. */
const ways: Readonly<Record<string, (wire: Wire, request: WireRequest) => Promise<Exchange>>> = {
  send: (wire, request) => wire.send(request),
  start: (wire, request) => wire.start(request).exchange,
}

const get: WireRequest = { method: 'GET', path: '/v1/manifest' }
const MiB = 1 << 20

const answer = (exchange: Exchange): Answer => {
  if (exchange.kind !== 'answer') throw new Error(`silence: ${exchange.why}, ${exchange.detail}`)
  return exchange
}
const silence = (exchange: Exchange): Silence => {
  if (exchange.kind !== 'silence') throw new Error(`answer ${exchange.status}`)
  return exchange
}

const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

interface Misbehaviour {
  readonly does: (arrived: Arrived) => void
  readonly why: Silence['why']
  readonly status?: number
  readonly deadlineMs?: number
}

const repeating = (socket: Arrived['socket'], text: string, everyMs: number): void => {
  const timer = setInterval(() => socket.write(text), everyMs)
  socket.once('close', () => clearInterval(timer))
}

const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  'closes without an answer': { does: ({ socket }) => socket.end(), why: 'reset' },
  'resets without an answer': { does: ({ socket }) => socket.resetAndDestroy(), why: 'reset' },
  'never answers': { does: () => {}, why: 'timed out', deadlineMs: 150 },
  'drips a body': {
    does: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
      repeating(socket, 'x', 10)
    },
    why: 'timed out',
    status: 200,
    deadlineMs: 200,
  },
  'drips its head': {
    does: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      repeating(socket, 'x', 10)
    },
    why: 'timed out',
    deadlineMs: 200,
  },
  'repeats 103 for ever': {
    does: ({ socket }) => repeating(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5),
    why: 'timed out',
    deadlineMs: 200,
  },
  'floods with 103': {
    does: ({ socket }) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1100)),
    why: 'malformed',
  },
  'answers one byte more than 1 MiB': {
    does: ({ socket }) => socket.write(json('x'.repeat(MiB + 1))),
    why: 'too large',
    status: 200,
  },
  'answers one byte more than 1 MiB in chunks': {
    does: ({ socket }) => socket.write(`${chunked}${(MiB + 1).toString(16)}\r\n${'x'.repeat(MiB + 1)}\r\n0\r\n\r\n`),
    why: 'too large',
    status: 200,
  },
  'sends a body for ever': {
    does: ({ socket }) => {
      socket.write(chunked)
      repeating(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`, 1)
    },
    why: 'too large',
    status: 200,
  },
  'says more than it sends, then closes': {
    does: ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{}'),
    why: 'reset',
    status: 200,
  },
  'resets inside a body without length': {
    does: ({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\n\r\n{}', () => setTimeout(() => socket.resetAndDestroy(), 20)),
    why: 'reset',
    status: 200,
  },
  'closes inside a chunk': {
    does: ({ socket }) => socket.end(`${chunked}a\r\n{}`),
    why: 'reset',
    status: 200,
  },
  'closes before the last chunk': {
    does: ({ socket }) => socket.end(`${chunked}2\r\n{}\r\n`),
    why: 'reset',
    status: 200,
  },
  'sends an invalid chunk size': {
    does: ({ socket }) => socket.write(`${chunked}zz\r\n{}\r\n`),
    why: 'malformed',
    status: 200,
  },
  'sends a chunk longer than it says': {
    does: ({ socket }) => socket.write(`${chunked}2\r\n{}XX0\r\n\r\n`),
    why: 'malformed',
    status: 200,
  },
  'gives two lengths': {
    does: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} '),
    why: 'malformed',
  },
  'gives a length and chunks': {
    does: ({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
    why: 'malformed',
  },
  'gives a length that is no number': {
    does: ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2x\r\n\r\n{}'),
    why: 'malformed',
  },
  'sends a head of 20 KiB': {
    does: ({ socket }) => socket.write(json('{}', `x: ${'y'.repeat(20 * 1024)}\r\n`)),
    why: 'malformed',
  },
  'does not speak HTTP': { does: ({ socket }) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'), why: 'malformed' },
  'changes the protocol': {
    does: ({ socket }) => socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    why: 'malformed',
  },
}

for (const [way, exchange] of Object.entries(ways)) {
  for (const [name, { does, why, status, deadlineMs }] of Object.entries(misbehaviours)) {
    test(`${way}: a server that ${name} is silence: ${why}`, async () => {
      await using server = await rawServer(does)
      await using wire = wireTo(server.url)
      const seen = silence(await exchange(wire, { ...get, deadlineMs: deadlineMs ?? 3000 }))
      assert.is(seen.why, why, seen.detail)
      assert.is(seen.status, status)
      assert.is(server.arrived.length, 1)
      assert.ok(seen.millis < 2500)
    })
  }

  test(`${way}: nobody listening is refused, and nothing was sent`, async () => {
    const server = await rawServer(() => {})
    await server[Symbol.asyncDispose]()
    await using wire = wireTo(server.url)
    const seen = silence(await exchange(wire, get))
    assert.is(seen.why, 'refused')
    assert.is(seen.moments.sent, undefined)
  })

  test(`${way}: a body of exactly 1 MiB is an answer`, async () => {
    await using server = await rawServer(({ socket }) => socket.write(json(`"${'x'.repeat(MiB - 2)}"`)))
    await using wire = wireTo(server.url)
    const { body, document } = answer(await exchange(wire, get))
    assert.is(body.length, MiB)
    assert.ok(document.ok)
  })

  test(`${way}: chunks, trailers, interim answers and an end without length are read`, async () => {
    const answers = [
      `${chunked}2;x=y\r\n{}\r\n0\r\nx-trailer: 1\r\n\r\n`,
      `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${json('{}')}`,
      'HTTP/1.1 200 OK\r\n\r\n{}',
    ]
    for (const text of answers) {
      await using server = await rawServer(({ socket }) => socket.end(text))
      await using wire = wireTo(server.url)
      const seen = answer(await exchange(wire, get))
      assert.is(seen.status, 200)
      assert.is(Buffer.from(seen.body).toString(), '{}')
    }
  })

  test(`${way}: an answer that comes byte by byte is read`, async () => {
    const text = `HTTP/1.1 103 Early Hints\r\n\r\n${chunked}2\r\n{}\r\n0\r\n\r\n`
    await using server = await rawServer(({ socket }) => {
      socket.setNoDelay(true)
      const drip = (at: number): void => {
        socket.write(text.charAt(at))
        if (at + 1 < text.length) setImmediate(drip, at + 1)
      }
      drip(0)
    })
    await using wire = wireTo(server.url)
    assert.is(Buffer.from(answer(await exchange(wire, get)).body).toString(), '{}')
  })

  test(`${way}: a redirect is an answer and is not followed`, async () => {
    await using server = await rawServer(({ socket }) =>
      socket.end('HTTP/1.1 307 X\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n'),
    )
    await using wire = wireTo(server.url)
    const seen = answer(await exchange(wire, { ...get, method: 'POST', json: {} }))
    assert.is(seen.status, 307)
    assert.equal(seen.document, { ok: false, flaw: 'empty', detail: 'the body is empty' })
    assert.is(server.arrived.length, 1)
  })

  test(`${way}: a compressed body is not decoded`, async () => {
    const packed = gzipSync('{}')
    await using server = await rawServer(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`)
      socket.end(packed)
    })
    await using wire = wireTo(server.url)
    const seen = answer(await exchange(wire, get))
    assert.is(seen.headers['content-encoding'], 'gzip')
    assert.is(Buffer.from(seen.body).compare(packed), 0)
    assert.not(seen.document.ok)
  })

  test(`${way}: headers and body are those of the protocol`, async () => {
    await using server = await rawServer(({ socket }) => socket.end(json('{}', 'X-Two: a\r\nx-two: b\r\n')))
    await using wire = wireTo(server.url)
    const seen = answer(await exchange(wire, { method: 'POST', path: '/v1/connections?x=1', json: { a: 'ü' } }))
    assert.is(seen.headers['x-two'], 'a, b')
    assert.equal(seen.asked, { method: 'POST', path: '/v1/connections?x=1' })
    const [{ head, body } = { head: '', body: '' }] = server.arrived
    assert.is(head.split('\r\n')[0], 'POST /v1/connections?x=1 HTTP/1.1')
    const fields = head.split('\r\n').slice(1).sort()
    assert.equal(fields, [
      'accept-encoding: identity',
      'accept: application/json, application/problem+json',
      `authorization: Bearer ${token}`,
      'connection: close',
      'content-length: 10',
      'content-type: application/json',
      `host: 127.0.0.1:${server.port}`,
    ])
    assert.is(Buffer.from(body, 'latin1').toString(), '{"a":"ü"}')
  })

  test(`${way}: authorization may be absent, empty or given twice, and other headers replaced`, async () => {
    await using server = await rawServer(({ socket }) => socket.end(json('{}')))
    await using wire = wireTo(server.url)
    await exchange(wire, { ...get, authorization: [] })
    await exchange(wire, { ...get, authorization: [''] })
    await exchange(wire, { ...get, authorization: ['a', 'b'] })
    await exchange(wire, { ...get, method: 'POST', bytes: '', headers: { 'Content-Type': 'text/plain' } })
    const authorizations = server.arrived.map(({ head }) => head.match(/^authorization: ?.*$/gm) ?? [])
    assert.equal(
      authorizations.slice(0, 3).map((lines) => lines.map((line) => line.slice('authorization:'.length).trim())),
      [[], [''], ['a', 'b']],
    )
    assert.match(server.arrived[3]?.head ?? '', /content-type: text\/plain/)
    assert.match(server.arrived[3]?.head ?? '', /content-length: 0/)
  })

  test(`${way}: moments are in order: began, sent, first byte, ended`, async () => {
    await using server = await rawServer(({ socket }) => socket.end(json('{}')))
    await using wire = wireTo(server.url)
    const large = 'x'.repeat(MiB)
    for (const request of [get, { ...get, method: 'POST', json: large }]) {
      const { began, sent = 0, firstByte = 0, ended } = answer(await exchange(wire, request)).moments
      assert.ok(
        began < sent && sent < firstByte && firstByte < ended,
        JSON.stringify({ began, sent, firstByte, ended }),
      )
    }
  })

  test(`${way}: a signal of the caller ends the exchange, also before it connects`, async () => {
    await using server = await rawServer(() => giveUp.abort())
    await using wire = wireTo(server.url)
    const giveUp = new AbortController()
    assert.is(silence(await exchange(wire, { ...get, signal: giveUp.signal })).why, 'given up')
    assert.is(silence(await exchange(wire, { ...get, signal: AbortSignal.abort() })).why, 'given up')
    assert.is(server.arrived.length, 1)
  })

  test(`${way}: closing the wire ends what is under way, and nothing is sent afterwards`, async () => {
    await using server = await rawServer(() => void wire.close())
    const wire = wireTo(server.url)
    assert.is(silence(await exchange(wire, get)).why, 'given up')
    await wire.close()
    assert.is(silence(await exchange(wire, get)).why, 'given up')
    assert.is(server.arrived.length, 1)
  })

  test(`${way}: a unix socket is reached with Host localhost`, async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'c.sock')
    const server = createHttp((request, response) => response.end(JSON.stringify(request.headers.host)))
    await once(server.listen(path), 'listening')
    await using wire = wireTo(`unix:${path}`)
    const { document } = answer(await exchange(wire, get))
    assert.is(document.ok && document.value, 'localhost')
    server.close()
    await once(server, 'close')
    assert.is(silence(await exchange(wire, get)).why, 'refused')
  })

  test(`${way}: a private certificate authority is trusted when given, and only then`, async () => {
    await using folder = await temporaryFolder()
    const { key, cert } = await selfSigned(folder.path)
    const server = createHttps({ key, cert }, (_, response) => response.end('{}'))
    const port = await listen(server)
    {
      await using wire = wireTo(`https://127.0.0.1:${port}`, { ca: cert })
      const seen = answer(await exchange(wire, { ...get, json: 'x'.repeat(300_000) }))
      assert.is(seen.status, 200)
      assert.ok(seen.moments.sent)
      await using elsewhere = wireTo(`https://127.0.0.1:${port}`)
      const refused = silence(await exchange(elsewhere, get))
      assert.is(refused.why, 'refused')
      assert.match(refused.detail, 'certificate')
    }
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
}

test('every exchange is observed once, with what its authorization was', async () => {
  await using server = await rawServer(({ socket }) => socket.write(json('{}')))
  const seen: string[] = []
  await using wire = wireTo(server.url, {
    observe: ({ asked }, { path }, authorization) => seen.push(`${asked.method} ${path} ${authorization}`),
  })
  await wire.send(get)
  await wire.send({ ...get, authorization: ['Bearer x'] })
  await wire.start({ ...get, authorization: [] }).exchange
  await wire.bytes(Buffer.from(`GET /v1/health HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`))
  using sockets = await wire.warm(2)
  await sockets.fire([get, { ...get, path: '/v1/health' }])
  assert.equal(seen.slice(0, 4), [
    'GET /v1/manifest configured',
    'GET /v1/manifest other',
    'GET /v1/manifest none',
    'GET /v1/health configured',
  ])
  // Two warm-ups, the canary and the burst.
  assert.is(seen.length, 4 + 3 + 2)
})

test('bytes go out as they are, and what is not HTTP still gets its answer read', async () => {
  await using server = await rawServer(({ socket }) => socket.end('HTTP/1.1 400 Bad\r\ncontent-length: 0\r\n\r\n'))
  await using wire = wireTo(server.url)
  const seen = answer(await wire.bytes(Buffer.from('BR\u0001KEN\r\n\r\n')))
  assert.is(seen.status, 400)
  assert.equal(seen.asked, { method: 'bytes', path: '' })
  assert.is(server.arrived[0]?.head, 'BR\u0001KEN')
  const half = await wire.bytes(Buffer.from('POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\n{'), { deadlineMs: 100 })
  assert.is(silence(half).why, 'timed out')
})

for (const how of ['fin', 'reset', 'silent'] as const) {
  test(`giving up by ${how} is seen by the server after the whole request`, async () => {
    let ended = false
    let arrive: (arrived: Arrived) => void = () => {}
    const whole = new Promise<Arrived>((resolve) => (arrive = resolve))
    await using server = await rawServer((arrived) => {
      arrived.socket.on('end', () => (ended = true))
      arrive(arrived)
    })
    await using wire = wireTo(server.url)
    const started = wire.start({ method: 'POST', path: '/v1/publishes', json: { content: 'x'.repeat(100_000) } })
    assert.is(await started.sent, true)
    const { socket, body } = await soon(whole)
    assert.is(body.length, 100_014)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const failed = new Promise<string>((resolve) =>
      socket.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? '')),
    )
    started.giveUp(how)
    assert.is(silence(await started.exchange).detail, `the harness gave up (${how})`)
    if (how === 'silent') {
      // More than fits into the buffers of both sides: only a reader would let it drain.
      socket.write(Buffer.alloc(16 * MiB))
      await soon(new Promise((resolve) => setTimeout(resolve, 100)))
      assert.ok(socket.writableLength > 0)
      assert.not(ended)
      started.close()
    }
    if (how === 'reset') assert.is(await soon(failed), 'ECONNRESET')
    await soon(closed)
    if (how === 'fin') assert.ok(ended)
  })
}

test('giving up before the connection is there sends nothing', async () => {
  await using server = await rawServer(() => {})
  await using wire = wireTo(server.url)
  const started = wire.start(get)
  started.giveUp('reset')
  assert.is(await started.sent, false)
  assert.is(silence(await started.exchange).moments.sent, undefined)
  assert.is(server.arrived.length, 0)
})

test('giving up by reset works below TLS', async () => {
  await using folder = await temporaryFolder()
  const { key, cert } = await selfSigned(folder.path)
  const server = createHttps({ key, cert })
  const codes: string[] = []
  server.on('connection', (socket) =>
    socket.on('error', (cause: NodeJS.ErrnoException) => codes.push(cause.code ?? '')),
  )
  const port = await listen(server)
  await using wire = wireTo(`https://127.0.0.1:${port}`, { ca: cert })
  const [requested, started] = [once(server, 'request'), wire.start(get)]
  const [request] = (await soon(requested)) as [IncomingMessage]
  const closed = new Promise((resolve) => request.socket.once('close', resolve))
  const broken = new Promise<string>((resolve) =>
    request.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? '')),
  )
  started.giveUp('reset')
  assert.is(await soon(broken), 'ECONNRESET')
  await soon(closed)
  server.close()
  await once(server, 'close')
})

async function selfSigned(folder: string): Promise<{ readonly key: string; readonly cert: string }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' })
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

for (const [what, head, block] of [
  ['reason phrase', 'HTTP/1.1 200 ', ' '],
  ['chunk extension', `${chunked}1;x=`, 'x'],
] as const) {
  test(`send: an endless ${what} is cut off long before the deadline`, async () => {
    await using server = await rawServer(({ socket }) => {
      socket.write(head)
      const pour = (): void => {
        while (!socket.destroyed && socket.write(block.repeat(64 * 1024)));
      }
      socket.on('drain', pour)
      pour()
    })
    await using wire = wireTo(server.url)
    const seen = silence(await wire.send({ ...get, deadlineMs: 60_000 }))
    assert.is(seen.why, 'malformed')
    assert.match(seen.detail, 'no end of it')
  })
}

test.run()
