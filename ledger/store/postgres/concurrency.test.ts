import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sharedCluster, startCluster, testWithPostgres } from '../postgres-cluster.test.support.ts'
import { samples } from '../sample-bodies.test.support.ts'
import { collect, rejects, whyUnlinked } from '../store-conformance.test.support.ts'
import type { LedgerStore } from '../store.ts'
import { appender, freshLedgers } from './fresh-ledgers.test.support.ts'
import { appendLock } from './guards.ts'

const appending = fileURLToPath(new URL('appending.test-helper.js', import.meta.url))

/** Linked from its first record to its last, and every run with exactly its checks. */
async function assertSound(store: LedgerStore): Promise<void> {
  assert.equal(await whyUnlinked(store), [])
  assert.equal(await store.rowProblems(), [])
  assert.equal(await store.schemaProblems(), [])
  const sizes = (await store.heads()).map(({ size }) => size)
  assert.is(sizes[2], 6 * (sizes[1] ?? 0))
}

testWithPostgres('eight connections append at once: one chain without a gap, and nothing is lost', async () => {
  await using ledgers = await freshLedgers(await sharedCluster())
  const sample = samples(1)
  const stores = await Promise.all(Array.from({ length: 8 }, () => ledgers.open({ connections: 1 })))
  try {
    const runs = stores.map(() => Array.from({ length: 30 }, () => sample.run()))
    await Promise.all(
      stores.map(async (store, index) => {
        for (const run of runs[index] ?? []) await store.append([run])
      }),
    )
    const [store] = stores
    assert.ok(store)
    await assertSound(store)
    const kept = await collect(store.read('certification_run'))
    assert.equal(
      kept.map(({ seq }) => seq),
      Array.from({ length: 240 }, (_, index) => index + 1),
    )
    assert.equal(new Set(kept.map(({ body }) => body)), new Set(runs.flat().map(([run]) => run?.body)))
  } finally {
    for (const store of stores) await store[Symbol.asyncDispose]()
  }
})

testWithPostgres('a process killed while it appends leaves whole runs, and all that it was told of', async () => {
  await using ledgers = await freshLedgers(await sharedCluster())
  await using store = await ledgers.open()
  const { cluster, database } = ledgers
  let told = 0
  // Where in an append the kill strikes differs from one to the next by itself: 20 instants spread over it.
  for (let round = 0; round < 20; round += 1) {
    const child = fork(appending, [cluster.url(database, appender), `${100 + round}`])
    const ended = once(child, 'exit')
    const kept = await toldBefore(child, 1 + (round % 3))
    const turns = round * 7
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    child.kill('SIGKILL')
    await ended
    told += kept()
  }
  await assertSound(store)
  const [, runs] = await store.heads()
  assert.ok((runs?.size ?? 0) >= told, `${runs?.size} runs are there, and ${told} were said to be`)
  assert.ok(told >= 20)
})

/** Waits until the child has said so many times that a run is kept; what it gives counts them all, later ones too. */
async function toldBefore(child: ChildProcess, times: number): Promise<() => number> {
  let count = 0
  child.on('message', () => (count += 1))
  while (count < times)
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error('the child ended'))),
    ])
  return () => count
}

testWithPostgres('a server that stops is a clear error, and what was kept before is there afterwards', async () => {
  await using cluster = await startCluster()
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const ledgers = await freshLedgers(cluster)
    await using store = await ledgers.open()
    const sample = samples(3)
    const kept: string[] = []
    const appendUntilItFails = async (): Promise<void> => {
      for (;;) {
        const run = sample.run()
        await store.append([run])
        kept.push(run[0]?.body ?? '')
        if (kept.length === 3) stopped = cluster.stop(signal)
      }
    }
    let stopped: Promise<void> | undefined
    await rejects(appendUntilItFails(), 'unreachable', 'postgres://appender@')
    await stopped
    await rejects(store.append([sample.run()]), 'unreachable', 'postgres://appender@')
    await cluster.start()
    await assertSound(store)
    const there = new Set((await collect(store.read('certification_run'))).map(({ body }) => body))
    for (const body of kept) assert.ok(there.has(body))
    await store.append([sample.run()])
  }
})

testWithPostgres('who waits too long for others that append is told so', async () => {
  await using ledgers = await freshLedgers(await sharedCluster())
  await using store = await ledgers.open({ timeoutMs: 200 })
  await using blocking = await ledgers.open()
  const { cluster, database } = ledgers
  // Holds the lock in a transaction of its own until it is told to end.
  const holding = cluster.run(database, `BEGIN; SELECT pg_advisory_xact_lock(${appendLock}); SELECT pg_sleep(30)`)
  const ended = holding.then(
    () => 'ended',
    () => 'cancelled',
  )
  const held = async (): Promise<boolean> =>
    (
      await cluster.run(
        database,
        `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '${database}'`,
      )
    ).rowCount === 1
  while (!(await held())) await new Promise((resolve) => setImmediate(resolve))
  await rejects(store.append([samples(1).run()]), 'unreachable', 'lock')
  assert.is((await blocking.heads())[1]?.size, 0)
  await cluster.run(
    'postgres',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '${database}'`,
  )
  assert.is(await ended, 'cancelled')
  await store.append([samples(1).run()])
})

test.run()
