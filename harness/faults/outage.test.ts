import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openGated, soon } from './destination.test.support.ts'
import { GateError } from './gate-error.ts'
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

for (const how of ['hanging', '500'] as const) {
  test(`${how}: an answer that was under way when it began does not get past it`, async () => {
    await using gated = await openGated()
    const { gate, events } = gated
    gate.watch('op-a', 'marker-a')
    using held = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
    using armed = gate.arm(firstWrite('op-a', 'applied', { do: 'garbage', body: 'x' }))
    using raw = await openRaw(gate.url)
    raw.write('POST', '/articles', article('marker-a'))
    await held.hit
    const outage = await gate.outage(how)
    held.release()
    assert.is((await held.forwarded).upstreamStatus, 201)
    // It hangs from the next turn on; what was passed on would be on its way by then.
    await new Promise((resolve) => setImmediate(resolve))
    await outage[Symbol.asyncDispose]()
    const seen = await raw.seen()
    assert.is(seen.kind === 'answer' ? seen.status : seen.kind, how === '500' ? 500 : 'reset')
    await gate.drained('op-a', soon())
    assert.is(armed.fired, false)
    assert.ok(events.some(({ type }) => type === 'write-applied'))
  })
}

test('refused: the port is bound all the while, and nobody listens on it', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const port = Number(new URL(gate.url).port)
  using before = await openRaw(gate.url)
  await before.ask('GET', '/healthz')
  {
    await using _ = await gate.outage('refused')
    // The socket that guards the port; where the system does not show its sockets there is nothing to see.
    if (process.platform === 'linux') assert.equal(await statesOf(port), ['established'])
  }
  if (process.platform === 'linux') assert.equal(await statesOf(port), ['listening'])
})

test('refused: a port that somebody takes for a moment heals when it is free again', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const outage = await gate.outage('refused')
  const thief = await listenOn(Number(new URL(gate.url).port))
  const healed = outage[Symbol.asyncDispose]()
  // Turns enough for the first attempt to fail.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  thief.close()
  await healed
  using raw = await openRaw(gate.url)
  const seen = await raw.ask('GET', '/healthz')
  assert.is(seen.kind === 'answer' && seen.status, 200)
})

test('refused: a port that is lost for good is a clear error, and no warning of the runtime', async () => {
  await using gated = await openGated()
  const warnings: string[] = []
  const warned = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', warned)
  const outage = await gated.gate.outage('refused')
  const thief = await listenOn(Number(new URL(gated.gate.url).port))
  const outcome: unknown = await outage[Symbol.asyncDispose]().then(
    () => 'healed',
    (error: unknown) => error,
  )
  thief.close()
  process.off('warning', warned)
  assert.instance(outcome, GateError)
  if (!(outcome instanceof GateError)) return
  assert.is(outcome.why, 'port')
  assert.match(outcome.message, /cannot listen on 127\.0\.0\.1:\d+: another program has this port/)
  assert.equal(warnings, [])
})

test('refused again and again: the port is the same and nothing piles up', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const warnings: string[] = []
  const warned = (warning: Error): unknown => warnings.push(warning.message)
  process.on('warning', warned)
  for (let at = 0; at < 15; at++) {
    await using _ = await gate.outage('refused')
  }
  using raw = await openRaw(gate.url)
  assert.is((await raw.ask('GET', '/healthz')).kind, 'answer')
  process.off('warning', warned)
  assert.equal(warnings, [])
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

const states: Readonly<Record<string, string>> = { '01': 'established', '0A': 'listening' }

/** The sockets that have this port as their local one, without those that are closing. */
async function statesOf(port: number): Promise<string[]> {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const [, ...lines] = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
  const columns = lines.map((line) => line.trim().split(/\s+/)).filter(([, local = '']) => local.endsWith(wanted))
  return columns.flatMap(([, , , state = '']) => states[state] ?? [])
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test.run()
