import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openGated, soon } from './destination.test.support.ts'
import { openRaw } from './raw-connection.test.support.ts'

test('refused: nobody can connect, connections are reset, and the same port heals', async () => {
  await using gated = await openGated()
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using before = await openRaw(gate.url)
  await before.ask('GET', '/healthz')
  using armed = gate.arm(firstWrite('op-a', 'applied', { do: 'hold' }))
  using flying = await openRaw(gate.url)
  flying.write('POST', '/articles', article('marker-a'))
  const attempt = await armed.hit
  const outage = await gate.outage('refused')
  assert.is((await before.seen()).kind, 'reset')
  assert.is((await flying.seen()).kind, 'reset')
  assert.is(attempt.connectorGone, undefined)
  assert.is(
    await openRaw(gate.url).then(
      () => 'open',
      (error: { code: string }) => error.code,
    ),
    'ECONNREFUSED',
  )
  await outage[Symbol.asyncDispose]()
  await outage[Symbol.asyncDispose]()
  using after = await openRaw(gate.url)
  const seen = await after.ask('GET', '/healthz')
  assert.is(seen.kind === 'answer' && seen.status, 200)
  armed.release()
  await gate.drained('op-a', soon())
  assert.is(destination.items.length, 1)
})

test('hanging: connections are accepted, nothing is answered, and all are reset when it ends', async () => {
  await using gated = await openGated()
  const { gate, destination, events } = gated
  gate.watch('op-a', 'marker-a')
  const outage = await gate.outage('hanging')
  using patient = await openRaw(gate.url)
  using leaving = await openRaw(gate.url)
  patient.write('POST', '/articles', article('marker-a'))
  leaving.write('GET', '/articles?q=marker-a')
  leaving.socket.end()
  await leaving.seen()
  assert.equal(patient.socket.readyState, 'open')
  await outage[Symbol.asyncDispose]()
  assert.is((await patient.seen()).kind, 'reset')
  await gate.drained('op-a', soon())
  assert.is(destination.requests.length, 0)
  assert.equal(
    events.map(({ type }) => type),
    ['write-began', 'write-received', 'write-ended'],
  )
  using after = await openRaw(gate.url)
  assert.is((await after.ask('GET', '/healthz')).kind, 'answer')
})

test('500: every request is answered so, health included, and none is forwarded or struck', async () => {
  await using gated = await openGated()
  const { gate, destination, events } = gated
  gate.watch('op-a', 'marker-a')
  using armed = gate.arm({ ...firstWrite('op-a', 'received', { do: 'reset' }), nth: 'all' })
  using raw = await openRaw(gate.url)
  {
    await using _ = await gate.outage('500', '{"error":"canary"}')
    for (const [method, path] of [
      ['GET', '/healthz'],
      ['POST', '/articles'],
    ] as const) {
      const seen = await raw.ask(method, path, article('marker-a'))
      assert.is(seen.kind === 'answer' && seen.status, 500)
      assert.match(seen.kind === 'answer' ? seen.body.toString() : '', /canary/)
    }
  }
  assert.is(armed.fired, false)
  assert.is(destination.requests.length, 0)
  assert.is(
    events.some(({ type }) => type === 'write-refuted'),
    false,
  )
  const healed = await raw.ask('GET', '/healthz')
  assert.is(healed.kind === 'answer' && healed.status, 200)
})

test('a second outage at the same time is a mistake of the caller', async () => {
  await using gated = await openGated()
  await using _ = await gated.gate.outage('500')
  const outcome = await gated.gate.outage('refused').then(
    () => 'begun',
    (error: Error) => error.message,
  )
  assert.match(outcome, /is on already/)
})

test('the gate can be closed during an outage', async () => {
  const gated = await openGated()
  const outage = await gated.gate.outage('refused')
  await gated[Symbol.asyncDispose]()
  await outage[Symbol.asyncDispose]()
  assert.is(
    await openRaw(gated.gate.url).then(
      () => 'open',
      (error: { code: string }) => error.code,
    ),
    'ECONNREFUSED',
  )
})

test.run()
