import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openGated, soon } from './destination.test.support.ts'
import type { Arm } from './gate.ts'
import { openRaw } from './raw-connection.test.support.ts'

const whole = '{"id":"item-1"}'

for (const [bytes, expected] of [
  [undefined, whole.slice(0, whole.length >> 1)],
  [0, ''],
  [1, whole.slice(0, 1)],
  [1000, whole.slice(0, -1)],
] as const) {
  for (const act of ['reset', 'end', 'hang'] as const) {
    test(`partial: ${bytes ?? 'half of the'} bytes of the body are sent on, then ${act}`, async () => {
      await using gated = await openGated()
      const { gate, destination, events } = gated
      gate.watch('op-a', 'marker-a')
      using raw = await openRaw(gate.url)
      let known: unknown
      using armed = gate.arm({
        ...partOfFirst({ do: act }),
        ...(bytes === undefined ? {} : { bytes }),
        onHit: ({ givenStatus, ended }) => (known = [givenStatus, ended]),
      })
      raw.write('POST', '/articles', article('marker-a'))
      const attempt = await armed.hit
      if (act === 'hang') {
        assert.is(attempt.ended, undefined)
        raw.socket.end()
      }
      const seen = await raw.seen()
      await gate.drained('op-a', soon())
      assert.is(destination.items.length, 1)
      assert.equal(known, [201, undefined])
      assert.is(attempt.answered, undefined)
      assert.is(attempt.connectorGone !== undefined, act === 'hang')
      assert.is.not(seen.kind, 'answer')
      if (seen.kind === 'answer') return
      if (act === 'end') assert.is(seen.kind, 'closed')
      const [head = '', body] = seen.bytes.toString().split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1\\.1 201 .*content-length: ${whole.length}`, 's'))
      assert.is(body, expected)
      assert.equal(
        events.flatMap((event) => (event.type === 'fault' ? [[event.at, event.act, event.nth]] : [])),
        [['partial', act, 1]],
      )
    })
  }
}

test('partial: of an answer to HEAD half of the head is sent on', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  using armed = gate.arm({ ...partOfFirst({ do: 'end' }), target: 'read', bytes: 5 })
  const seen = await raw.ask('HEAD', '/articles?q=marker-a')
  assert.is((await armed.hit).givenStatus, undefined)
  assert.is(seen.kind, 'closed')
  if (seen.kind !== 'answer') assert.ok(seen.bytes.length > 0 && !seen.bytes.includes('\r\n\r\n'))
})

test('partial does not strike when the connector has gone before a byte was sent', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using held = gate.arm(firstWrite('op-a', 'applied', { do: 'hold' }))
  using armed = gate.arm(partOfFirst({ do: 'reset' }))
  using raw = await openRaw(gate.url)
  raw.write('POST', '/articles', article('marker-a'))
  const attempt = await held.hit
  raw.socket.resetAndDestroy()
  const signal = soon()
  while (attempt.connectorGone === undefined) {
    signal.throwIfAborted()
    await new Promise((resolve) => setImmediate(resolve))
  }
  held.release()
  await gate.drained('op-a', soon())
  assert.is(armed.fired, false)
})

test('answered strikes once all bytes are in the kernel, and disturbs nothing', async () => {
  await using gated = await openGated()
  const { gate, events } = gated
  gate.watch('op-a', 'marker-a')
  const moments: unknown[] = []
  using armed = gate.arm({
    ...firstWrite('op-a', 'answered', { do: 'nothing' }),
    onHit: ({ answered, ended, givenStatus }) => moments.push(answered !== undefined, ended, givenStatus),
  })
  using raw = await openRaw(gate.url)
  for (const nth of [1, 2]) {
    const seen = await raw.ask('POST', '/articles', article('marker-a'))
    assert.is(seen.kind === 'answer' && seen.body.toString(), `{"id":"item-${nth}"}`)
  }
  await gate.drained('op-a', soon())
  assert.equal(moments, [true, undefined, 201])
  assert.is(armed.hits.length, 1)
  assert.is(events.filter(({ type }) => type === 'fault').length, 1)
})

test('answered does not strike what the gate answered itself', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using _ = gate.arm(firstWrite('op-a', 'applied', { do: 'status', status: 500, body: 'x' }))
  using armed = gate.arm(firstWrite('op-a', 'answered', { do: 'nothing' }))
  using raw = await openRaw(gate.url)
  await raw.ask('POST', '/articles', article('marker-a'))
  await gate.drained('op-a', soon())
  assert.is(armed.fired, false)
})

test('one attempt can be struck at every point in turn', async () => {
  await using gated = await openGated()
  const { gate, events } = gated
  gate.watch('op-a', 'marker-a')
  for (const at of ['answered', 'applied', 'received'] as const) gate.arm(firstWrite('op-a', at, { do: 'nothing' }))
  using raw = await openRaw(gate.url)
  const seen = await raw.ask('POST', '/articles', article('marker-a'))
  await gate.drained('op-a', soon())
  assert.is(seen.kind === 'answer' && seen.body.toString(), whole)
  assert.equal(
    events.flatMap((event) => (event.type === 'fault' ? [event.at] : [])),
    ['received', 'applied', 'answered'],
  )
})

function partOfFirst(act: Arm['act']): Arm {
  return firstWrite('op-a', 'partial', act)
}

test.run()
