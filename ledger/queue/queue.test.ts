import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { initStore, openStore } from '../store/index.ts'
import { sharedCluster, testWithPostgres } from '../store/postgres-cluster.test.support.ts'
import { openQueue, type OpenQueueOptions } from './open-queue.ts'
import { type NewEntry, type Queue, QueueError, QueueHeld } from './queue.ts'
import { operationIdIn } from './queued-publish.ts'
import { entry, place, rendition } from './queue.test.support.ts'

const now = '2026-01-02T00:00:00.000Z'
const minutes = (count: number): string => new Date(Date.parse(now) + count * 60_000).toISOString()
const idOf = (each: NewEntry): string => operationIdIn(each)
const published = { is: 'published', result: { is: 'published', externalId: 'ext-1' } } as const

/** The same fact about both databases. */
function testOnBoth(
  name: string,
  body: (queue: Queue, again: (options?: OpenQueueOptions) => Promise<Queue>) => Promise<void>,
): void {
  const using_ = async (url: string): Promise<void> => {
    const opened: Queue[] = []
    const open = async (options?: OpenQueueOptions): Promise<Queue> => {
      const queue = await openQueue(url, options)
      opened.push(queue)
      return queue
    }
    try {
      await body(await open(), open)
    } finally {
      for (const queue of opened) await queue[Symbol.asyncDispose]()
    }
  }
  test(`${name} (SQLite)`, async () => {
    await using at = await place()
    await using_(at.path)
  })
  testWithPostgres(`${name} (PostgreSQL)`, async () => {
    const cluster = await sharedCluster()
    const database = await cluster.createDatabase()
    await using_(cluster.url(database))
    await cluster.run('postgres', `DROP DATABASE ${database} WITH (FORCE)`)
  })
}

async function nextId(queue: Queue, at = now): Promise<string | undefined> {
  await using taken = await queue.take(at)
  return taken && operationIdIn(taken.publish)
}

testOnBoth('what is queued keeps its intent, subject, account and rendition', async (queue, again) => {
  const order = entry('a', { intent: 'certification_test', operation: 'publish_scheduled' })
  await queue.add(order)
  const found = await (await again()).find(idOf(order))
  assert.equal(found, { ...order, progress: { is: 'prepared', publishes: 0, turnedAway: false } })
})

testOnBoth('the same order twice is one; another one under the same operation is refused', async (queue) => {
  await queue.add(entry('a'))
  await queue.add(entry('a'))
  await using first = await queue.take(now)
  assert.is(await nextId(queue), undefined)
  assert.ok(first)
  for (const other of [{ intent: 'certification_test' }, { rendition: rendition('a', { content: 'else' }) }] as const) {
    const failed = await queue.add(entry('a', other)).catch((error: unknown) => error)
    assert.instance(failed, QueueError)
  }
})

testOnBoth('publishes come in order when they are due, and what is postponed comes later', async (queue) => {
  await queue.add(entry('late', { notBefore: minutes(5) }))
  await queue.add(entry('a'))
  await queue.add(entry('b'))
  {
    await using taken = await queue.take(now)
    assert.is(taken && operationIdIn(taken.publish), idOf(entry('a')))
    await taken?.postpone(minutes(1))
  }
  assert.is(await nextId(queue), idOf(entry('b')))
  assert.is(await nextId(queue, minutes(1)), idOf(entry('a')))
  assert.is(await nextId(queue, minutes(5)), idOf(entry('late')))
})

testOnBoth('a clock that was far ahead when it postponed delays nothing once it is right', async (queue) => {
  await queue.add(entry('a'))
  {
    await using taken = await queue.take(now)
    await taken?.postpone('2031-01-01T00:00:00.000Z')
  }
  assert.is(await nextId(queue), idOf(entry('a')))
})

testOnBoth('two workers never hold the same publish', async (queue, again) => {
  await queue.add(entry('a'))
  const other = await again()
  {
    await using taken = await queue.take(now)
    assert.ok(taken)
    // In a file the whole queue is held.
    const elsewhere = await nextId(other).catch((error: unknown) => error)
    assert.ok(elsewhere === undefined || elsewhere instanceof QueueHeld)
    assert.is(await nextId(queue), undefined)
  }
  await queue[Symbol.asyncDispose]()
  assert.is(await nextId(other), idOf(entry('a')))
})

testOnBoth('only what follows from where an operation stands is recorded', async (queue) => {
  await queue.add(entry('a'))
  await using taken = await queue.take(now)
  assert.ok(taken)
  const refuses = async (work: Promise<void>): Promise<void> =>
    assert.instance(await work.catch((error: unknown) => error), QueueError)
  await refuses(taken.record(published))
  await taken.record({ is: 'entered', publishes: 1 })
  await refuses(taken.record({ is: 'entered', publishes: 1 }))
  await refuses(taken.refuse({ state: 'disabled', codes: ['disabled'] }))
  await refuses(taken.record({ is: 'cleared', publishes: 2 }))
  assert.is((await queue.find(idOf(entry('a'))))?.progress.is, 'unknown')
  await taken.record(published)
  await refuses(taken.record({ is: 'rejected', refusal: { is: 'rejected', status: 422, kind: 'no' } }))
  assert.equal((await queue.find(idOf(entry('a'))))?.progress, { ...published, publishes: 1 })
})

testOnBoth('what is refused is over, with its reasons', async (queue) => {
  await queue.add(entry('a'))
  const refusal = { state: 'disabled', codes: ['disabled', 'approval_expired'] } as const
  {
    await using taken = await queue.take(now)
    await taken?.refuse(refusal)
  }
  assert.is(await nextId(queue), undefined)
  assert.equal((await queue.find(idOf(entry('a'))))?.progress, { is: 'refused', publishes: 0, refusal })
})

testOnBoth('who only looks finds the queue that is there', async (queue, again) => {
  await queue.add(entry('a'))
  assert.ok(await (await again({ make: false })).find(idOf(entry('a'))))
})

test('what is wrong with the file of a queue is said, and looking makes none', async () => {
  await using at = await place()
  const opening = async (options?: OpenQueueOptions): Promise<string> => {
    const failed = await openQueue(at.path, options).catch((error: unknown) => error)
    assert.instance(failed, QueueError)
    return String(failed)
  }
  assert.match(await opening({ make: false }), 'there is no queue beside this ledger yet')
  assert.equal(await readdir(at.folder), [])
  const file = `${at.path}-queue`
  await mkdir(file)
  assert.match(await opening(), `${file} is a folder; move it away`)
  await rm(file, { recursive: true })
  await writeFile(file, 'something else, long enough to be no database at all '.repeat(50))
  assert.match(await opening(), 'is not an SQLite database')
  await rm(file)
  await mkdir(`${file}-worker`)
  await using queue = await openQueue(at.path)
  const failed = await queue.take(now).catch((error: unknown) => error)
  assert.instance(failed, QueueError)
  assert.match(String(failed), 'cannot be opened')
  const other = new Database(file)
  other.exec('ALTER TABLE publish RENAME TO something_else')
  other.close()
  const found = await queue.find('op-1').catch((error: unknown) => error)
  assert.match(String(found), `the queue ${file} is not as touchstone made it`)
})

testWithPostgres('looking makes no schema in a database either', async () => {
  const cluster = await sharedCluster()
  const database = await cluster.createDatabase()
  const failed = await openQueue(cluster.url(database), { make: false }).catch((error: unknown) => error)
  assert.instance(failed, QueueError)
  const { rows } = await cluster.run(database, `SELECT FROM pg_namespace WHERE nspname = 'touchstone_queue'`)
  assert.is(rows.length, 0)
})

test('the queue of a ledger file lies beside it, and only its owner reads it', async () => {
  await using at = await place()
  await initStore(at.path)
  await using queue = await openQueue(at.path)
  await queue.add(entry('a'))
  for (const name of await readdir(at.folder)) {
    if (name.startsWith('evidence.sqlite-queue') && !name.endsWith('-worker')) {
      assert.is((await stat(join(at.folder, name))).mode & 0o777, 0o600, name)
    }
  }
  await using store = await openStore(at.path)
  assert.equal(await store.schemaProblems(), [])
})

testWithPostgres(
  'the queue in a database of ledgers leaves them sound, and a role without the right is told',
  async () => {
    const cluster = await sharedCluster()
    const database = await cluster.createDatabase()
    const url = cluster.url(database)
    await initStore(url)
    await cluster.run(database, `CREATE ROLE "poor-one" LOGIN`)
    const failed = await openQueue(cluster.url(database, 'poor-one')).catch((error: unknown) => error)
    assert.instance(failed, QueueError)
    assert.match(String(failed), `let an administrator run GRANT CREATE ON DATABASE "${database}" TO "poor-one";`)
    {
      await using store = await openStore(url)
      await using queue = await openQueue(url)
      await queue.add(entry('a'))
      assert.equal(await store.schemaProblems(), [])
    }
    // It is the queue of whoever made it, for the posts that are in it.
    const denied = await openQueue(cluster.url(database, 'poor-one')).catch((error: unknown) => error)
    assert.instance(denied, QueueError)
    // A superuser made it, whom nobody who appends may act as.
    const [, statements = ''] = /let an administrator run (ALTER .*;)$/.exec(String(denied)) ?? []
    await cluster.run(database, statements)
    await using queue = await openQueue(cluster.url(database, 'poor-one'))
    await queue.add(entry('b'))
    assert.ok(await queue.find(idOf(entry('a'))))
    await queue[Symbol.asyncDispose]()
    await cluster.run('postgres', `DROP DATABASE ${database} WITH (FORCE)`)
    await cluster.run('postgres', 'DROP ROLE "poor-one"')
  },
)

testWithPostgres('a worker whose connection is gone records nothing more, and another one takes over', async () => {
  const cluster = await sharedCluster()
  const database = await cluster.createDatabase()
  const url = cluster.url(database)
  {
    await using queue = await openQueue(url)
    await using other = await openQueue(url)
    await queue.add(entry('a'))
    const taken = await queue.take(now)
    await taken?.record({ is: 'entered', publishes: 1 })
    await disconnected(url)
    await using next = await other.take(now)
    assert.is(next?.publish.progress.is, 'unknown')
    assert.ok(
      await taken?.record(published).then(
        () => false,
        () => true,
      ),
    )
    await taken?.[Symbol.asyncDispose]()
  }
  await cluster.run('postgres', `DROP DATABASE ${database} WITH (FORCE)`)
})

/** Ends the session that holds an advisory lock, as a network that breaks does. */
async function disconnected(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  await client.end()
}

test.run()
