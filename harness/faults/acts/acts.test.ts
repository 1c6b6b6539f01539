import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openGated, soon } from '../destination.test.support.ts'
import { openRaw, type Seen } from '../raw-connection.test.support.ts'
import { GateError } from '../gate-error.ts'
import type { Act, Arm } from '../gate.ts'

type Expectation = (seen: Seen) => void

const isReset: Expectation = (seen) => {
  assert.is(seen.kind, 'reset')
  if (seen.kind === 'reset') assert.is(seen.bytes.length, 0)
}
const isHalf: Expectation = (seen) => {
  // A reset that arrives together with data is shown as an ordinary end by some libraries.
  assert.is.not(seen.kind, 'answer')
  if (seen.kind === 'answer') return
  const [head = '', body = ''] = seen.bytes.toString().split('\r\n\r\n')
  const promised = Number(/content-length: (\d+)/.exec(head)?.[1])
  assert.ok(head.startsWith('HTTP/1.1 20'))
  assert.ok(body.length > 0 && body.length < promised)
}
const isAnswer =
  (status: number, text: RegExp): Expectation =>
  (seen) => {
    assert.is(seen.kind, 'answer')
    if (seen.kind !== 'answer') return
    assert.is(seen.status, status)
    assert.match(seen.body.toString(), text)
  }

const isClosed: Expectation = (seen) => {
  assert.is(seen.kind, 'closed')
  if (seen.kind === 'closed') assert.is(seen.bytes.length, 0)
}

const faults: [Act, Expectation][] = [
  [{ do: 'reset' }, isReset],
  [{ do: 'truncate' }, isHalf],
  [{ do: 'garbage', body: 'canary' }, isAnswer(200, /canary/)],
  [{ do: 'status', status: 502, body: '{"error":"canary"}' }, isAnswer(502, /canary/)],
  [{ do: 'status', status: 504, body: 'canary' }, isAnswer(504, /canary/)],
]

for (const at of ['received', 'applied'] as const) {
  for (const connection of ['fresh', 'reused'] as const) {
    const silent: [Act, Expectation] = [{ do: at === 'received' ? 'drop' : 'end' }, isClosed]
    for (const [act, expect] of [...faults, silent]) {
      test(`${act.do}${act.do === 'status' ? ` ${act.status}` : ''} at ${at} strikes once on a ${connection} connection`, async () => {
        await using gated = await openGated()
        const { gate, destination, events } = gated
        gate.watch('op-a', 'marker-a')
        using raw = await openRaw(gate.url)
        if (connection === 'reused') await raw.ask('GET', '/healthz')
        using armed = gate.arm({ ...firstWrite('op-a', at, act), connection })
        const seen = await raw.ask('POST', '/articles', article('marker-a'))
        const attempt = await armed.hit
        await gate.drained('op-a', soon())
        expect(seen)
        assert.is(attempt.connection, connection)
        assert.is(destination.items.length, at === 'applied' ? 1 : 0)
        assert.is(attempt.upstreamStatus, at === 'applied' ? 201 : undefined)
        assert.is(attempt.connectorGone, undefined)
        assert.is(events.filter(({ type }) => type === 'fault').length, 1)
        assert.is(
          events.some(({ type }) => type === 'write-refuted'),
          false,
        )
        using again = await openRaw(gate.url)
        isAnswer(201, /item-/)(await again.ask('POST', '/articles', article('marker-a')))
        assert.is(armed.hits.length, 1)
      })
    }

    test(`hang at ${at} on a ${connection} connection ends when the connector closes`, async () => {
      await using gated = await openGated()
      const { gate, destination } = gated
      gate.watch('op-a', 'marker-a')
      using raw = await openRaw(gate.url)
      if (connection === 'reused') await raw.ask('GET', '/healthz')
      using armed = gate.arm(firstWrite('op-a', at, { do: 'hang' }))
      raw.write('POST', '/articles', article('marker-a'))
      const attempt = await armed.hit
      assert.is(attempt.ended, undefined)
      raw.socket.end()
      await gate.drained('op-a', soon())
      assert.ok(attempt.connectorGone)
      assert.is(attempt.givenStatus, undefined)
      assert.is(destination.items.length, at === 'applied' ? 1 : 0)
    })

    test(`hold at ${at} on a ${connection} connection goes on as if nothing had been`, async () => {
      await using gated = await openGated()
      const { gate, destination } = gated
      gate.watch('op-a', 'marker-a')
      using raw = await openRaw(gate.url)
      if (connection === 'reused') await raw.ask('GET', '/healthz')
      using armed = gate.arm({ ...firstWrite('op-a', at, { do: 'hold' }), connection })
      raw.write('POST', '/articles', article('marker-a'))
      await armed.hit
      using other = await openRaw(gate.url)
      await other.ask('GET', '/healthz')
      assert.is(destination.items.length, at === 'applied' ? 1 : 0)
      armed.release()
      isAnswer(201, /item-1/)(await raw.seen())
    })
  }

  test(`what is held at ${at} can be reset when it is released`, async () => {
    await using gated = await openGated()
    const { gate, destination } = gated
    gate.watch('op-a', 'marker-a')
    using raw = await openRaw(gate.url)
    using armed = gate.arm(firstWrite('op-a', at, { do: 'hold', onRelease: 'reset' }))
    raw.write('POST', '/articles', article('marker-a'))
    await armed.hit
    armed.release()
    isReset(await raw.seen())
    await gate.drained('op-a', soon())
    assert.is(destination.items.length, at === 'applied' ? 1 : 0)
  })
}

test('a write held at received arrives late when the connector was killed meanwhile', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  using armed = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  raw.write('POST', '/articles', article('marker-a'))
  const attempt = await armed.hit
  raw.socket.resetAndDestroy()
  await until(() => attempt.connectorGone !== undefined)
  assert.is(attempt.ended, undefined)
  armed.release()
  assert.is(await armed.forwarded, attempt)
  assert.is(destination.items.length, 1)
  assert.is(attempt.upstreamStatus, 201)
  await gate.drained('op-a', soon())
  assert.is(attempt.givenStatus, undefined)
})

test('a late write that finds no destination is told too', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  using armed = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  raw.write('POST', '/articles', article('marker-a'))
  await armed.hit
  await destination[Symbol.asyncDispose]()
  armed.release()
  assert.is((await armed.forwarded).upstreamFailure, 'unreachable')
})

test('an arm for the second write leaves the first alone, and all strikes every one', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  gate.watch('op-b', 'marker-b')
  const second: Arm = { ...firstWrite('op-a', 'applied', { do: 'status', status: 500, body: 'x' }), nth: 2 }
  using armed = gate.arm(second)
  using all = gate.arm({ ...second, operation: 'op-b', nth: 'all' })
  using raw = await openRaw(gate.url)
  const statuses: number[] = []
  for (const marker of ['marker-a', 'marker-a', 'marker-a', 'marker-b', 'marker-b']) {
    const seen = await raw.ask('POST', '/articles', article(marker))
    statuses.push(seen.kind === 'answer' ? seen.status : 0)
  }
  assert.equal(statuses, [201, 500, 201, 500, 500])
  assert.equal(
    armed.hits.map(({ nth }) => nth),
    [2],
  )
  assert.equal(
    all.hits.map(({ nth }) => nth),
    [1, 2],
  )
})

test('an arm on a read strikes the lookup and not the write', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using armed = gate.arm({ ...firstWrite('op-a', 'received', { do: 'reset' }), target: 'read' })
  using raw = await openRaw(gate.url)
  isAnswer(201, /item/)(await raw.ask('POST', '/articles', article('marker-a')))
  isReset(await raw.ask('GET', '/articles?q=marker-a'))
  assert.is((await armed.hit).nth, 0)
})

test('an arm for a later write spares the one under way, at every point that is still before it', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using held = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  using raw = await openRaw(gate.url)
  raw.write('POST', '/articles', article('marker-a'))
  await held.hit
  const failing: Act = { do: 'status', status: 500, body: 'x' }
  using next = gate.arm({ ...firstWrite('op-a', 'applied', failing), nth: 2 })
  using after = gate.arm({ ...firstWrite('op-a', 'partial', { do: 'reset' }), nth: 3 })
  held.release()
  isAnswer(201, /item-1/)(await raw.seen())
  await gate.drained('op-a', soon())
  assert.equal([next.fired, after.fired], [false, false])
  isAnswer(500, /x/)(await raw.ask('POST', '/articles', article('marker-a')))
  isHalf(await raw.ask('POST', '/articles', article('marker-a')))
  assert.equal(
    [...next.hits, ...after.hits].map(({ nth }) => nth),
    [2, 3],
  )
})

for (const at of ['received', 'applied'] as const) {
  test(`reads are held, reset and answered with a status at ${at} like writes`, async () => {
    await using gated = await openGated()
    const { gate, destination, events } = gated
    gate.watch('op-a', 'marker-a')
    const arm = (nth: number, act: Act): Arm => ({ operation: 'op-a', target: 'read', nth, at, act })
    using held = gate.arm(arm(1, { do: 'hold' }))
    using cut = gate.arm(arm(2, { do: 'reset' }))
    using failed = gate.arm(arm(3, { do: 'status', status: 502, body: 'x' }))
    using raw = await openRaw(gate.url)
    isAnswer(201, /item-1/)(await raw.ask('POST', '/articles', article('marker-a')))
    raw.write('GET', '/articles?q=marker-a')
    assert.is((await held.hit).write, false)
    assert.is(destination.requests.length, at === 'applied' ? 2 : 1)
    held.release()
    isAnswer(200, /marker-a/)(await raw.seen())
    isReset(await raw.ask('GET', '/articles?q=marker-a'))
    using again = await openRaw(gate.url)
    isAnswer(502, /x/)(await again.ask('GET', '/articles?q=marker-a'))
    await gate.drained('op-a', soon())
    assert.ok(cut.fired && failed.fired)
    assert.equal(
      events.flatMap((event) => (event.type === 'fault' ? [`${event.act} at ${event.at}`] : [])),
      [`hold at ${at}`, `reset at ${at}`, `status at ${at}`],
    )
    // Only the first one told the connector anything about the item.
    assert.is(events.filter(({ type }) => type === 'read-answered').length, 1)
  })
}

test('an act that its point does not have is a mistake of the caller', async () => {
  await using gated = await openGated()
  for (const [at, act] of [
    ['applied', { do: 'drop' }],
    ['received', { do: 'end' }],
    ['received', { do: 'inflate', index: 0, bytes: 1 }],
    ['partial', { do: 'hold' }],
    ['answered', { do: 'reset' }],
  ] as const) {
    assert.throws(
      () => gated.gate.arm(firstWrite('op-a', at, act)),
      (error: unknown) => error instanceof GateError,
    )
  }
})

test('an arm that does not fire stays unfired', async () => {
  await using gated = await openGated()
  const { gate, events } = gated
  gate.watch('op-a', 'marker-a')
  gate.watch('op-b', 'marker-b')
  using other = gate.arm(firstWrite('op-b', 'received', { do: 'reset' }))
  using reused = gate.arm({ ...firstWrite('op-a', 'received', { do: 'reset' }), connection: 'reused' })
  gate.arm(firstWrite('op-a', 'received', { do: 'reset' }))[Symbol.dispose]()
  using raw = await openRaw(gate.url)
  isAnswer(201, /item/)(await raw.ask('POST', '/articles', article('marker-a')))
  assert.is(other.fired, false)
  assert.is(reused.fired, false)
  assert.is(
    events.some(({ type }) => type === 'fault'),
    false,
  )
})

test('who waits for a strike is called before anything is sent or forwarded', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  const given: unknown[] = []
  using raw = await openRaw(gate.url)
  using armed = gate.arm({
    ...firstWrite('op-a', 'received', { do: 'hold' }),
    onHit: (attempt) => given.push(attempt.nth, attempt.applied, attempt.givenStatus, destination.requests.length),
  })
  raw.write('POST', '/articles', article('marker-a'))
  await armed.hit
  assert.equal(given, [1, undefined, undefined, 0])
})

test('a status that excludes a write refutes it only when it was not forwarded', async () => {
  for (const [at, status] of [
    ['received', 422],
    ['received', 413],
    ['applied', 422],
  ] as const) {
    await using gated = await openGated()
    const { gate, events } = gated
    gate.watch('op-a', 'marker-a')
    using armed = gate.arm(firstWrite('op-a', at, { do: 'status', status, body: '{}' }))
    using raw = await openRaw(gate.url)
    isAnswer(status, /\{\}/)(await raw.ask('POST', '/articles', article('marker-a')))
    await gate.drained('op-a', soon())
    assert.ok(armed.fired)
    assert.is(
      events.some(({ type }) => type === 'write-refuted'),
      at === 'received',
    )
  }
})

test('a body of 5 MiB is shared by all that are answered with it', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const size = 5 * 1024 * 1024
  const body = Buffer.from(`{"error":"${'x'.repeat(size - 12)}"}`)
  const operations = Array.from({ length: 8 }, (_, at) => `op-${at}`)
  const raws = await Promise.all(operations.map(() => openRaw(gate.url)))
  for (const operation of operations) gate.watch(operation, `marker-of-${operation}`)
  const arms = operations.map((operation) =>
    gate.arm(firstWrite(operation, 'received', { do: 'status', status: 502, body })),
  )
  const before = process.memoryUsage().arrayBuffers
  for (const [at, raw] of raws.entries()) {
    // Nobody reads: what has been copied could not have been freed.
    raw.socket.pause()
    raw.write('POST', '/articles', article(`marker-of-op-${at}`))
  }
  for (const { hit } of arms) assert.is((await hit).givenStatus, 502)
  assert.ok(process.memoryUsage().arrayBuffers - before < size)
  const [first] = raws
  const seen = first?.seen()
  first?.socket.resume()
  isAnswer(502, /^\{"error":"xxx/)((await seen) ?? { kind: 'closed', bytes: Buffer.alloc(0) })
  for (const raw of raws) raw[Symbol.dispose]()
  for (const operation of operations) await gate.drained(operation, soon())
})

async function until(holds: () => boolean): Promise<void> {
  const signal = soon()
  while (!holds()) {
    signal.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test.run()
