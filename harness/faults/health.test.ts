import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, firstWrite, openGated, pinned, soon } from './destination.test.support.ts'
import { GateError } from './gate-error.ts'
import { openRaw } from './raw-connection.test.support.ts'

const healthz = { method: 'GET', path: '/healthz' }

test('what comes again and again during health calls is the health request', async () => {
  await using gated = await openGated()
  const { gate } = gated
  using raw = await openRaw(gate.url)
  await raw.ask('GET', '/before')
  const result = await gate.duringHealth(async () => {
    await raw.ask('GET', '/healthz?once')
    await raw.ask('GET', '/poll')
    return 'ready'
  })
  assert.is(result, 'ready')
  assert.equal(gate.learned.health, [])
  await raw.ask('GET', '/between')
  await gate.duringHealth(async () => void (await raw.ask('GET', '/healthz?twice')))
  assert.equal(gate.learned.health, [healthz])
})

test('a generated segment of its path becomes a placeholder', async () => {
  await using gated = await openGated()
  const { gate } = gated
  using raw = await openRaw(gate.url)
  for (const request of ['0f1e2d3c4b5a69788', '1a2b3c4d5e6f70819']) {
    await gate.duringHealth(async () => void (await raw.ask('HEAD', `/status/${request}`)))
  }
  assert.equal(gate.learned.health, [{ method: 'HEAD', path: '/status/*' }])
})

test('nothing is learned while anything else is under way', async () => {
  await using gated = await openGated()
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  using other = await openRaw(gate.url)
  const health = (also: () => Promise<unknown>) => async (): Promise<void> => {
    await raw.ask('GET', '/healthz')
    await also()
  }
  using held = gate.arm(firstWrite('op-a', 'received', { do: 'hold' }))
  other.write('POST', '/articles', article('marker-a'))
  await held.hit
  // Ends meanwhile, but was under way when the call began.
  await gate.duringHealth(
    health(() => {
      held.release()
      return gate.drained('op-a', soon())
    }),
  )
  await gate.duringHealth(health(() => raw.ask('GET', '/articles?q=marker-a')))
  await gate.duringHealth(health(async () => {}))
  assert.equal(gate.learned.health, [])
})

test('a health request that is configured is believed', async () => {
  await using gated = await openGated({ write: pinned, health: [healthz] })
  const { gate } = gated
  using raw = await openRaw(gate.url)
  for (let at = 0; at < 2; at++) await gate.duringHealth(async () => void (await raw.ask('GET', '/other')))
  assert.equal(gate.learned.health, [healthz])
})

test('a health call that fails fails its caller, and the next one is watched again', async () => {
  await using gated = await openGated()
  const { gate } = gated
  const failure = new Error('no answer')
  const outcome = await gate.duringHealth(() => Promise.reject(failure)).catch((error: unknown) => error)
  assert.is(outcome, failure)
  const nested = await gate.duringHealth(() => gate.duringHealth(async () => 'never')).catch((error: unknown) => error)
  assert.instance(nested, GateError)
  assert.is(await gate.duringHealth(async () => 'watched'), 'watched')
})

test.run()
