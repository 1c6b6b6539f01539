import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Clock } from './clock.ts'
import { FenceError, openFence } from './fence.ts'
import { type Host, type HostOptions, openHost } from './open-host.ts'
import { operationIdOf } from './operation-id.ts'
import { readRendition, writeRendition } from './rendition.ts'
import { draft, folder, scriptedConnector, type ScriptedConnector, wireTo } from './scripted-connector.test.support.ts'

const id = operationIdOf('w-1', draft.renditionId)

interface Scene extends AsyncDisposable {
  readonly connector: ScriptedConnector
  /** A host over the fence of this scene, as a new process would open it. */
  open(options?: Partial<HostOptions>): Promise<Host>
}

async function scene(): Promise<Scene> {
  const connector = await scriptedConnector()
  const place = await folder()
  const wire = wireTo(connector.url)
  const fence = openFence(place.file)
  return {
    connector,
    open: (options) =>
      openHost({
        wire,
        fence,
        required: false,
        workspaceId: 'w-1',
        patience: { firstPauseMs: 1, longestPauseMs: 2, totalMs: 10_000, exchangeMs: 5000 },
        signal: AbortSignal.timeout(20_000),
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      await wire.close()
      await connector[Symbol.asyncDispose]()
      fence[Symbol.dispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

/** Connected, and with the draft prepared. */
async function prepared(host: Host): Promise<Host> {
  assert.ok((await host.connect()).ok)
  assert.ok((await host.prepare(draft)).ok)
  return host
}

const sent = (connector: ScriptedConnector): string => connector.seen.map(({ is }) => is).join(' ')

test('a publish goes through the whole flow and its result is kept', async () => {
  await using at = await scene()
  const host = await prepared(await at.open())
  const ending = await host.publish(id)
  assert.is(ending.why, 'settled')
  assert.equal(ending.operation, {
    is: 'published',
    publishes: 1,
    result: { is: 'published', externalId: `ext-${id}` },
  })
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'publish')
})

test('a pending operation is polled until it is published', async () => {
  await using at = await scene()
  at.connector.publishes.push('pending')
  const host = await prepared(await at.open())
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'publish lookup lookup')
})

test('poll_after_seconds is waited for, up to what the host allows', async () => {
  await using at = await scene()
  const pauses: number[] = []
  let passed = 0
  const clock: Clock = {
    now: () => passed,
    async pause(ms) {
      pauses.push(ms)
      passed += ms
    },
  }
  at.connector.publishes.push('pending')
  const host = await prepared(await at.open({ clock, patience: { longestPauseMs: 700 } }))
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.equal(pauses, [700, 700])
})

test('an operation that does not end in time stays where it is, and goes on from there', async () => {
  await using at = await scene()
  at.connector.publishes.push('lost after the write')
  at.connector.lookups.push(...Array.from({ length: 200 }, () => 'unknown' as const))
  const clock: Clock = { now: () => now, pause: async (ms) => void (now += ms) }
  let now = 0
  const host = await prepared(
    await at.open({ clock, patience: { firstPauseMs: 10, longestPauseMs: 10, totalMs: 100 } }),
  )
  const ending = await host.publish(id)
  assert.equal([ending.why, ending.operation.is], ['out of time', 'unknown'])
  assert.is(sent(at.connector), `publish${' lookup'.repeat(10)}`)
  at.connector.lookups.length = 0
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(at.connector.items.get(id), 1)
})

for (const deed of [
  'lost after the write',
  'half an answer after the write',
  'nonsense after the write',
  'unknown',
] as const) {
  test(`an answer that is "${deed}" is looked up, not repeated`, async () => {
    await using at = await scene()
    at.connector.publishes.push(deed)
    at.connector.lookups.push('lost', 'half an answer', 'busy', 'plain 404', 'unknown')
    const host = await prepared(await at.open())
    assert.is((await host.publish(id)).operation.is, 'published')
    assert.is(sent(at.connector), 'publish lookup lookup lookup lookup lookup lookup')
    assert.is(at.connector.items.get(id), 1)
  })
}

test('a publish that never arrived is sent again under the same id once a lookup says so', async () => {
  await using at = await scene()
  at.connector.publishes.push('lost before the request')
  at.connector.lookups.push('lost')
  const host = await prepared(await at.open())
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'lookup lookup denied publish')
  assert.equal(new Set(at.connector.seen.map(({ operation }) => operation)), new Set([id]))
})

test('a host gives up on a publish that is lost again and again, knowing that nothing was written', async () => {
  await using at = await scene()
  at.connector.publishes.push('lost before the request', 'lost before the request', 'published')
  const host = await prepared(await at.open({ patience: { firstPauseMs: 1, publishes: 2 } }))
  const ending = await host.publish(id)
  assert.equal([ending.why, ending.operation.is], ['nothing written', 'prepared'])
  assert.is(at.connector.items.size, 0)
})

test('a rate limit is come back from once, and a second is a refusal', async () => {
  await using at = await scene()
  at.connector.publishes.push('busy')
  const first = await prepared(await at.open())
  assert.is((await first.publish(id)).operation.is, 'published')
  at.connector.publishes.push('busy', 'busy')
  const other = { ...draft, renditionId: 'rendition-2' }
  await first.prepare(other)
  const ending = await first.publish(operationIdOf('w-1', 'rendition-2'))
  assert.equal([ending.why, ending.operation.is], ['settled', 'rejected'])
})

test('a server that is too busy to say what it did is looked up', async () => {
  await using at = await scene()
  at.connector.publishes.push('overloaded')
  const host = await prepared(await at.open())
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'publish lookup denied publish')
})

test('a connector that is down was sent nothing, and is tried again when somebody asks', async () => {
  await using at = await scene()
  const host = await prepared(await at.open())
  await at.connector.stop()
  const down = await host.publish(id)
  assert.equal([down.why, down.operation.is], ['nothing sent', 'prepared'])
  await at.connector.start()
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'publish')
})

test('two publishes of one operation at once are one', async () => {
  await using at = await scene()
  const host = await prepared(await at.open())
  const [first, second] = await Promise.all([host.publish(id), host.publish(id)])
  assert.is(first, second)
  assert.is(sent(at.connector), 'publish')
})

test('an optional connector that fails is quarantined until it is healthy, and a required one blocks', async () => {
  for (const flaw of ['healthy', 'manifestFlaw'] as const) {
    await using at = await scene()
    at.connector[flaw] = flaw === 'manifestFlaw'
    const host = await at.open()
    assert.is(host.installation.is, 'quarantined')
    assert.not((await host.connect()).ok)
    assert.not((await host.prepare(draft)).ok)
    assert.is((await at.open({ required: true })).installation.is, 'blocked')
    at.connector[flaw] = flaw !== 'manifestFlaw'
    assert.is((await host.check()).is, 'ready')
    assert.ok((await host.connect()).ok)
  }
})

test('nothing is published through a quarantined connector, but what may have been written is still looked up', async () => {
  await using at = await scene()
  at.connector.publishes.push('lost after the write')
  at.connector.lookups.push('unknown')
  const host = await prepared(await at.open({ patience: { firstPauseMs: 1, totalMs: 0 } }))
  assert.is((await host.publish(id)).operation.is, 'unknown')
  const other = await host.prepare({ ...draft, renditionId: 'rendition-2' })
  assert.ok(other.ok)
  at.connector.healthy = false
  assert.is((await host.check()).is, 'quarantined')
  const held = await host.publish(operationIdOf('w-1', 'rendition-2'))
  assert.equal([held.why, held.operation.is], ['held back', 'prepared'])
  at.connector.lookups.length = 0
  assert.is((await host.publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'publish lookup')
})

test('a lookup that clears an operation does not bring it past a quarantine', async () => {
  await using at = await scene()
  at.connector.publishes.push('lost before the request')
  const host = await prepared(await at.open({ patience: { firstPauseMs: 1, totalMs: 0 } }))
  assert.is((await host.publish(id)).operation.is, 'unknown')
  at.connector.healthy = false
  await host.check()
  assert.is((await host.publish(id)).why, 'held back')
  assert.is(sent(at.connector), 'lookup denied')
})

test('a changed revision holds everything back until the accounts are bound again and the rendition prepared again', async () => {
  await using at = await scene()
  const host = await prepared(await at.open())
  at.connector.revision = 'r-2'
  assert.is((await host.check()).is, 'reconnect required')
  assert.is((await host.publish(id)).why, 'held back')
  assert.not((await host.prepare(draft)).ok)
  assert.ok((await host.connect()).ok)
  assert.is(host.installation.is, 'ready')
  assert.is((await host.publish(id)).why, 'held back')
  assert.is(sent(at.connector), '')
  assert.ok((await host.prepare(draft)).ok)
  assert.is((await host.publish(id)).operation.is, 'published')
})

test('a revision that a resolution is the first to tell counts too, and so does one of an earlier process', async () => {
  await using at = await scene()
  const host = await at.open()
  const bound = await host.connect()
  assert.ok(bound.ok)
  at.connector.revision = 'r-2'
  assert.not((await host.prepare(draft)).ok)
  assert.is(host.installation.is, 'reconnect required')
  assert.is(host.manifest?.capability_revision, 'r-1')
  assert.ok((await host.connect()).ok)
  assert.equal([host.installation.is, host.manifest?.capability_revision], ['ready', 'r-2'])
  assert.is((await at.open({ bound: bound.value })).installation.is, 'reconnect required')
})

test('unusable settings or another profile are not prepared', async () => {
  await using at = await scene()
  const host = await at.open()
  await host.connect()
  assert.not((await host.prepare({ ...draft, outputProfile: 'other' })).ok)
})

test('a stored rendition is published by a host that never prepared it', async () => {
  await using at = await scene()
  const first = await at.open()
  const bound = await first.connect()
  const rendition = await first.prepare(draft)
  assert.ok(bound.ok && rendition.ok)
  const text = writeRendition(rendition.value)
  await using elsewhere = await folder()
  using fence = openFence(elsewhere.file)
  const second = await at.open({ fence, bound: bound.value })
  second.adopt(readRendition(text))
  assert.is((await second.publish(id)).operation.is, 'published')
  assert.throws(
    () => second.adopt({ ...rendition.value, accountId: 'acct-2' }),
    (error: unknown) => error instanceof FenceError,
  )
})

test('the authorization holds while the bound account is offered and the token accepted', async () => {
  await using at = await scene()
  const host = await prepared(await at.open())
  await host.publish(id)
  assert.equal(await host.authorization(), { tokenAccepted: true, accountOffered: true })
  at.connector.accounts = ['acct-2']
  assert.equal(await host.authorization(), { tokenAccepted: true, accountOffered: false })
  at.connector.token = 'refused'
  assert.equal(await host.authorization(), { tokenAccepted: false, accountOffered: false })
  await at.connector.stop()
  assert.is(await host.authorization(), undefined)
  await at.connector.start()
})

test('a host that is told to stop leaves an operation to be looked up', async () => {
  await using at = await scene()
  at.connector.publishes.push('held after the write')
  const stop = new AbortController()
  const host = await prepared(await at.open({ signal: stop.signal }))
  const publish = host.publish(id)
  await at.connector.held
  stop.abort(new Error('enough'))
  await publish.then(
    () => assert.unreachable(),
    (error: unknown) => assert.is(error instanceof Error && error.message, 'enough'),
  )
  assert.is((await (await at.open()).publish(id)).operation.is, 'published')
  assert.is(sent(at.connector), 'publish lookup')
})

test('a host that was told to stop does not begin a publish', async () => {
  await using at = await scene()
  const stop = new AbortController()
  const host = await prepared(await at.open({ signal: stop.signal }))
  stop.abort(new Error('enough'))
  await host.publish(id).then(
    () => assert.unreachable(),
    () => {},
  )
  const ending = await (await at.open()).publish(id)
  assert.equal([ending.why, ending.operation], ['held back', { is: 'prepared', publishes: 0, turnedAway: false }])
})

test('who records the calls of a host sees each of them around its exchange', async () => {
  await using at = await scene()
  at.connector.publishes.push('lost after the write')
  const seen: string[] = []
  const host = await at.open({
    async around(kind, operationId, send) {
      assert.is(operationId, id)
      const exchange = await send()
      seen.push(`${kind}: ${exchange.kind}`)
      return exchange
    },
  })
  await prepared(host)
  await host.publish(id)
  assert.equal(seen, ['publish: silence', 'lookup: answer'])
  assert.equal(
    host.calls.map(({ kind, word }) => `${kind}: ${word.is}`),
    ['publish: unusable', 'lookup: published'],
  )
})

test.run()
