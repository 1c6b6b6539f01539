import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  scriptedConnector,
  type ScriptedConnector,
  wireTo,
} from '../../harness/host/scripted-connector.test.support.ts'
import { readManifest } from '../../harness/protocol/index.ts'
import { account, type Healthy, healthy, now, provider, sources } from '../readiness/healthy.test.support.ts'
import type { ProviderSource, Sources } from '../readiness/index.ts'
import { capabilityDigest } from '../record/index.ts'
import { anything } from '../store/sample-bodies.test.support.ts'
import type { Carried } from './carry.ts'
import { enqueue } from './enqueue.ts'
import { openQueue } from './open-queue.ts'
import { type Queue, QueueError } from './queue.ts'
import type { Order, QueuedPublish } from './queued-publish.ts'
import { place, rendition } from './queue.test.support.ts'
import { runWorker, workOnce, type WorkerOptions, workThrough } from './worker.ts'

interface Site extends AsyncDisposable {
  readonly connector: ScriptedConnector
  readonly ledgers: Healthy
  readonly queue: Queue
  readonly queueFile: string
  readonly provider: ProviderSource
  /** Who is administrator at the moment. */
  readonly administrators: Set<string>
  add(id: string, more?: Partial<Order>): Promise<QueuedPublish>
  /** What became of the publish that was next. */
  work(more?: Partial<WorkerOptions>): Promise<Carried | undefined>
  worker(more?: Partial<WorkerOptions>): Promise<WorkerOptions>
  disable(): Promise<void>
  progressOf(id: string): Promise<string | undefined>
}

/** A connector on real sockets, ledgers in which its provider is healthy and certification is enforced, and a queue. */
async function site(change: Partial<Sources> = {}): Promise<Site> {
  const connector = await scriptedConnector()
  const of = await offeredBy(connector)
  const ledgers = await healthy(of)
  const at = await place()
  const queue = await openQueue(at.path)
  const administrators = new Set(['admin'])
  const readiness = await ledgers.readiness({ sources: { ...sources, providers: [of], ...change } })
  const keeper = { readiness, isAdministrator: async (id: string) => administrators.has(id) }
  const worker: Site['worker'] = async (more = {}) => ({
    ...keeper,
    queue,
    clock: () => Date.parse(now),
    connect: async () => wireTo(connector.url),
    patience: { firstPauseMs: 1, longestPauseMs: 2, totalMs: 200 },
    retryMs: 0,
    signal: AbortSignal.timeout(20_000),
    onTrouble: (error) => {
      throw error
    },
    ...more,
  })
  return {
    connector,
    ledgers,
    queue,
    queueFile: `${at.path}-queue`,
    provider: of,
    administrators,
    add: (id, more = {}) =>
      enqueue(
        queue,
        {
          rendition: rendition(id),
          provider: of.id,
          operation: 'publish_immediate',
          intent: 'production',
          orderedBy: 'admin',
          notBefore: now,
          ...more,
        },
        keeper,
      ),
    worker,
    async work(more) {
      let seen: Carried | undefined
      await workOnce(await worker({ ...more, onCarried: (_id, carried) => (seen = carried) }))
      return seen
    },
    async disable() {
      const stop = ledgers.sample.control({ ...anything, provider: of.id, state: 'disabled', reason_code: 'incident' })
      await ledgers.store.append([[stop]])
    },
    progressOf: async (id) => (await queue.find(rendition(id).request.operation_id))?.progress.is,
    async [Symbol.asyncDispose]() {
      await queue[Symbol.asyncDispose]()
      await at[Symbol.asyncDispose]()
      await ledgers[Symbol.asyncDispose]()
      await connector[Symbol.asyncDispose]()
    },
  }
}

async function offeredBy({ url }: ScriptedConnector): Promise<ProviderSource> {
  const manifest = readManifest(await (await fetch(`${url}/v1/manifest`)).json())
  const [profile] = manifest?.publishing.output_profiles ?? []
  if (!manifest || !profile) throw new TypeError('the scripted connector has a manifest with a profile')
  const capability_digest = capabilityDigest(manifest, profile)
  return { ...provider, id: 'scripted', profiles: [{ id: profile.id, capability_digest, required_scopes: [] }] }
}

const publishesSeen = ({ seen }: ScriptedConnector): number => seen.filter(({ is }) => is === 'publish').length

const later = '2026-06-01T00:00:00.000Z'
const refused = (...codes: readonly string[]): object => ({ is: 'refused', codes })

test('what is allowed is published once, and the queue is empty then', async () => {
  await using at = await site()
  await at.add('a')
  assert.equal(await at.work(), { is: 'published' })
  assert.is(await at.work(), undefined)
  assert.equal([...at.connector.items.values()], [1])
  assert.is(await at.progressOf('a'), 'published')
})

test('a disable between queueing and work: nothing is sent, and enabling again does not bring it back', async () => {
  await using at = await site()
  await at.add('a')
  await at.disable()
  assert.equal(await at.work(), refused('disabled'))
  assert.is(at.connector.seen.length, 0)
  await at.ledgers.store.append([[at.ledgers.sample.control({ ...anything, provider: 'scripted' })]])
  assert.is(await at.work(), undefined)
  assert.is(await at.progressOf('a'), 'refused')
})

test('a disable after the worker spoke with the connector and before the publish: nothing is written', async () => {
  await using at = await site()
  await at.add('a')
  const carried = await at.work({
    connect: async () => {
      // Readiness was asked for the first time before; the second time comes inside the fence.
      await at.disable()
      return wireTo(at.connector.url)
    },
  })
  assert.equal(carried, refused('disabled'))
  assert.is(publishesSeen(at.connector), 0)
})

test('the deny-list of the environment stops what was queued before', async () => {
  await using at = await site()
  await at.add('a')
  const readiness = await at.ledgers.readiness({
    sources: { ...sources, providers: [at.provider], denied: ['scripted'] },
  })
  assert.equal(await at.work({ readiness }), refused('disabled'))
})

test('evidence that ends between queueing and work refuses where it is enforced, and only there', async () => {
  for (const enforced of [true, false]) {
    await using at = await site()
    await at.add('a')
    const clock = (): number => Date.parse(later)
    const readiness = await at.ledgers.readiness({
      sources: { ...sources, providers: [at.provider], enforced },
      clock,
    })
    const expected = enforced ? refused('local_evidence_expired', 'live_evidence_expired') : { is: 'published' }
    assert.equal(await at.work({ readiness, clock }), expected)
    assert.is(publishesSeen(at.connector), enforced ? 0 : 1)
  }
})

test('a clock that is set back refuses nothing and publishes nothing until it is right', async () => {
  await using at = await site()
  await at.add('a', { notBefore: '2025-01-01T00:00:00.000Z' })
  const clock = (): number => Date.parse('2025-06-01T00:00:00.000Z')
  const readiness = await at.ledgers.readiness({ clock, sources: { ...sources, providers: [at.provider] } })
  assert.equal(await at.work({ readiness, clock, retryMs: 60_000 }), { is: 'waiting' })
  assert.is(at.connector.seen.length, 0)
  assert.equal(await at.work(), { is: 'published' })
})

test('a clock that jumps ahead while a publish waits lets no evidence live on', async () => {
  await using at = await site()
  await at.add('a')
  let time = Date.parse(now)
  const readiness = await at.ledgers.readiness({
    clock: () => time,
    sources: { ...sources, providers: [at.provider] },
  })
  at.connector.healthy = false
  assert.equal(await at.work({ readiness, clock: () => time }), { is: 'waiting' })
  at.connector.healthy = true
  time = Date.parse(later)
  assert.equal(
    await at.work({ readiness, clock: () => time }),
    refused('local_evidence_expired', 'live_evidence_expired'),
  )
  assert.is(publishesSeen(at.connector), 0)
})

test('the intent certification_test needs no local and live evidence, and everything else', async () => {
  await using at = await site()
  const clock = (): number => Date.parse(later)
  const work = async (change: Partial<Sources>, of: Partial<ProviderSource> = {}): Promise<Carried | undefined> => {
    const all = { ...sources, providers: [{ ...at.provider, ...of }], ...change }
    return at.work({ clock, readiness: await at.ledgers.readiness({ clock, sources: all }) })
  }
  for (const id of ['a', 'b', 'c', 'd', 'e']) await at.add(id, { intent: 'certification_test' })
  assert.equal(await work({}), { is: 'published' })
  assert.equal(await work({ denied: ['scripted'] }), refused('disabled'))
  assert.equal(await work({}, { accounts: [{ ...account, policy: 'restricted' }] }), refused('policy_restricted'))
  const ungranted = { ...account, grant: { state: 'reconnect_required', scopes: [] } } as const
  assert.equal(await work({}, { accounts: [ungranted] }), refused('reconnect_required'))
  await at.disable()
  // The flag changes nothing for this intent.
  assert.equal(await work({ enforced: false }), refused('disabled'))
})

test('the test intent is for administrators, when it is chosen and again when it is used', async () => {
  await using at = await site()
  const failed = await at
    .add('a', { intent: 'certification_test', orderedBy: 'someone' })
    .catch((error: unknown) => error)
  assert.instance(failed, QueueError)
  await at.add('b', { intent: 'certification_test' })
  at.administrators.clear()
  assert.equal(await at.work(), refused('not_administrator'))
  assert.is(at.connector.seen.length, 0)
  await at.add('c')
  assert.equal(
    await at.work(),
    { is: 'published' },
    'whoever ordered it, the intent production is not for administrators',
  )
})

test('an empty intent, or one that nobody knows, fails closed', async () => {
  await using at = await site()
  for (const [id, intent] of [
    ['a', ''],
    ['b', 'Production'],
  ] as const) {
    await at.add(id)
    const database = new Database(at.queueFile)
    database
      .prepare('UPDATE publish SET intent = ? WHERE operation_id = ?')
      .run(intent, rendition(id).request.operation_id)
    database.close()
    assert.equal(await at.work(), refused('unknown_intent'))
  }
  assert.is(at.connector.seen.length, 0)
})

test('what was queued for one subject is not published as another', async () => {
  await using at = await site({ enforced: false })
  const changes: readonly Partial<ProviderSource>[] = [
    { app: { ...at.provider.app, label: 'other-app' } },
    { app: { ...at.provider.app, instance: 'https://other.example' } },
    { accounts: [{ ...account, kind: 'business' }] },
    { accounts: [{ ...account, policy_mode: 'strict' }] },
  ]
  for (const [index, change] of changes.entries()) {
    await at.add(`${index}`)
    const readiness = await at.ledgers.readiness({
      sources: { ...sources, enforced: false, providers: [{ ...at.provider, ...change }] },
    })
    assert.equal(await at.work({ readiness }), refused('subject_changed'), JSON.stringify(change))
  }
  await at.add('gone')
  const readiness = await at.ledgers.readiness({
    sources: { ...sources, providers: [{ ...at.provider, accounts: [] }] },
  })
  assert.equal(await at.work({ readiness }), refused('missing_configuration'))
  assert.is(at.connector.seen.length, 0)
})

test('a connector that offers something else than what was decided about gets nothing', async () => {
  await using at = await site({ enforced: false })
  const profiles = [{ id: 'text.post', capability_digest: `sha256:${'0'.repeat(64)}`, required_scopes: [] }]
  await at.add('a')
  const older = await at.ledgers.readiness({
    sources: { ...sources, enforced: false, providers: [{ ...at.provider, profiles }] },
  })
  assert.equal(await at.work({ readiness: older }), refused('capability_changed'))
  await at.add('b')
  at.connector.revision = 'r-2'
  assert.equal(await at.work(), refused('reconnect_required'))
  assert.is(publishesSeen(at.connector), 0)
})

test('what may have been written is only looked up, and not even that while it is disabled', async () => {
  await using at = await site()
  at.connector.publishes.push('lost after the write')
  at.connector.lookups.push(...Array.from({ length: 200 }, () => 'unknown' as const))
  await at.add('a')
  assert.equal(await at.work({ patience: { firstPauseMs: 1, longestPauseMs: 2, totalMs: 20 } }), { is: 'waiting' })
  assert.is(await at.progressOf('a'), 'unknown')
  const before = at.connector.seen.length
  await at.disable()
  assert.equal(await at.work(), { is: 'waiting' })
  assert.is(at.connector.seen.length, before)
  await at.ledgers.store.append([[at.ledgers.sample.control({ ...anything, provider: 'scripted' })]])
  at.connector.lookups.length = 0
  assert.equal(await at.work(), { is: 'published' })
  assert.is(publishesSeen(at.connector), 1)
  assert.equal([...at.connector.items.values()], [1])
})

test('a disable while a pending operation is polled withholds the next lookup and keeps what is known', async () => {
  await using at = await site()
  at.connector.publishes.push('pending')
  await at.add('a')
  const worker = await at.worker()
  const send = async (request: Parameters<ReturnType<typeof wireTo>['send']>[0]) => {
    const wire = wireTo(at.connector.url)
    const exchange = await wire.send(request)
    if (request.path === '/v1/publishes') await at.disable()
    await wire.close()
    return exchange
  }
  await workOnce({ ...worker, connect: async () => ({ send, close: async () => {} }) })
  assert.is(at.connector.seen.filter(({ is }) => is === 'lookup').length, 0)
  assert.is(await at.progressOf('a'), 'pending')
})

test('a refusal of the connector is the end, and a connector that is down is waited for', async () => {
  await using at = await site()
  at.connector.publishes.push('rejected')
  await at.add('a')
  assert.equal(await at.work(), { is: 'rejected' })
  await at.connector.stop()
  await at.add('b')
  assert.equal(await at.work(), { is: 'waiting' })
  await at.connector.start()
  assert.equal(await at.work(), { is: 'published' })
})

test('one that makes trouble does not stand in the way of the next, and the worker ends with its signal', async () => {
  await using at = await site()
  await at.add('a')
  await at.add('b')
  const stop = new AbortController()
  const troubles: unknown[] = []
  const carried: string[] = []
  let calls = 0
  await runWorker(
    await at.worker({
      signal: stop.signal,
      retryMs: 60_000,
      idleMs: 1,
      connect: async () => {
        calls += 1
        if (calls === 1) throw new Error('the token file is gone')
        return wireTo(at.connector.url)
      },
      onTrouble: (error) => void troubles.push(error),
      onCarried: (id, { is }) => {
        carried.push(`${id === rendition('a').request.operation_id ? 'a' : 'b'} ${is}`)
        if (carried.length === 2) stop.abort()
      },
    }),
  )
  assert.equal(carried, ['a waiting', 'b published'])
  assert.match(String(troubles), /token file/)
})

test('what is due is carried once each, however slowly, and what waits is for the next time', async () => {
  await using at = await site()
  for (const id of ['a', 'b']) await at.add(id)
  await at.add('tomorrow', { notBefore: later })
  at.connector.healthy = false
  let time = Date.parse(now)
  const carried: string[] = []
  const worker = await at.worker({
    // Every look at the clock takes an hour, and nothing is postponed.
    clock: () => (time += 3_600_000),
    retryMs: 0,
    onCarried: (id, { is }) => void carried.push(`${id} ${is}`),
  })
  await workThrough(worker)
  const ids = ['a', 'b'].map((id) => rendition(id).request.operation_id)
  assert.equal(
    carried,
    ids.map((id) => `${id} waiting`),
  )
  at.connector.healthy = true
  await workThrough({ ...worker, clock: () => Date.parse(now) + 86_400_000 })
  assert.equal(
    carried.slice(2),
    ids.map((id) => `${id} published`),
  )
})

test('a signal ends it in the middle of a publish, and throws nothing', async () => {
  await using at = await site()
  await at.add('a')
  const stop = new AbortController()
  const worker = await at.worker({
    signal: stop.signal,
    connect: async () => {
      stop.abort(new Error('interrupted'))
      return wireTo(at.connector.url)
    },
  })
  await workThrough(worker)
  assert.is(await at.progressOf('a'), 'prepared')
})

test('what cannot be queued says what the connector offered, and an id that is taken what to do', async () => {
  await using at = await site()
  const failed = async (order: Partial<Order>): Promise<string> => {
    const error = await at.add('a', order).catch((thrown: unknown) => thrown)
    assert.instance(error, QueueError)
    return String(error)
  }
  const other = (change: Partial<Order['rendition']>): Partial<Order> => ({
    rendition: { ...rendition('a'), ...change },
  })
  assert.match(await failed({ provider: 'nobody' }), 'no provider nobody is configured')
  const noAccount = await failed(other({ accountId: 'acct-9' }))
  assert.match(noAccount, 'the connector offered to workspace w-1')
  assert.not.match(noAccount, 'acct-9')
  assert.match(await failed({ rendition: rendition('a', { output_profile: 'long.post' }) }), 'output profile long.post')
  await at.add('a')
  const taken = await failed({ rendition: rendition('a', { content: 'else' }) })
  assert.match(taken, 'unique in its workspace, whatever the provider: give another id')
})

test.run()
