import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openGated, soon } from '../destination.test.support.ts'
import { openRaw, type Seen } from '../raw-connection.test.support.ts'
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

const faults: [Act, Expectation][] = [
  [{ do: 'reset' }, isReset],
  [{ do: 'truncate' }, isHalf],
  [{ do: 'garbage', body: 'canary' }, isAnswer(200, /canary/)],
  [{ do: 'status', status: 503, body: '{"error":"canary"}' }, isAnswer(503, /canary/)],
]

for (const at of ['received', 'applied'] as const) {
  for (const connection of ['fresh', 'reused'] as const) {
    for (const [act, expect] of faults) {
      test(`${act.do} at ${at} strikes once on a ${connection} connection`, async () => {
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
  await gate.drained('op-a', soon())
  assert.is(destination.items.length, 1)
  assert.is(attempt.upstreamStatus, 201)
  assert.is(attempt.givenStatus, undefined)
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
  for (const at of ['received', 'applied'] as const) {
    await using gated = await openGated()
    const { gate, events } = gated
    gate.watch('op-a', 'marker-a')
    using armed = gate.arm(firstWrite('op-a', at, { do: 'status', status: 422, body: '{}' }))
    using raw = await openRaw(gate.url)
    isAnswer(422, /\{\}/)(await raw.ask('POST', '/articles', article('marker-a')))
    await gate.drained('op-a', soon())
    assert.ok(armed.fired)
    assert.is(
      events.some(({ type }) => type === 'write-refuted'),
      at === 'received',
    )
  }
})

async function until(holds: () => boolean): Promise<void> {
  const signal = soon()
  while (!holds()) {
    signal.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test.run()
