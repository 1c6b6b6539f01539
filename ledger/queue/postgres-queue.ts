import pg from 'pg'
import { changeFor } from '../../harness/host/index.ts'
import { explain } from '../store/postgres/explain.ts'
import { identifier, type Place, readPlace } from '../store/postgres/place.ts'
import { whoseSchema } from '../store/postgres/schema-owner.ts'
import type { OpenQueueOptions } from './open-queue.ts'
import { noQueue, type Queue, QueueError, type Taken } from './queue.ts'
import { columnDefinitions, givenColumns, notThere, publishIn, type Row, rowOf, sameAs, timesOf } from './row.ts'

/** Names our advisory locks among all of the database: one for each publish that a worker has, by its `seq`. */
const lockClass = 7_719_001
const table = 'touchstone_queue.publish'
const columns = `seq::integer, ${givenColumns.join(', ')}, state, publishes, answer, retry_at`

/** What was recorded survives a server that loses power. */
const durable = `SELECT set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false)`

/**
 * A schema of its own in the database of the ledgers. Any number of workers, in any number of processes: each holds its
 * publish by a lock that the server lets go when the connection ends.
 */
export async function openPostgresQueue(url: string, { make = true }: OpenQueueOptions = {}): Promise<Queue> {
  const place = readPlace(url)
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'touchstone queue',
    max: 4,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    verify: (client, done) => void client.query(durable).then(() => done(), done),
  })
  // A server that stops while a connection idles: the next query says so.
  pool.on('error', ignore)
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (thrown) {
      if (thrown instanceof QueueError) throw thrown
      const denied = thrown instanceof Error && 'code' in thrown && thrown.code === '42501'
      const told = denied ? await whoseSchema(pool, 'touchstone_queue') : undefined
      throw told === undefined ? explain(thrown, place) : new QueueError(`${place.shown}: ${told}`, { cause: thrown })
    }
  }
  const find = async (id: string): Promise<Row | undefined> =>
    (await pool.query<Row>(`SELECT ${columns} FROM ${table} WHERE operation_id = $1`, [id])).rows[0]

  let over: Promise<void> | undefined
  const queue: Queue = {
    add: (entry) =>
      guarded(async () => {
        const values = rowOf(entry)
        const places = values.map((_, index) => `$${index + 1}`).join(', ')
        await pool.query(
          `INSERT INTO ${table} (${givenColumns.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`,
          [...values],
        )
        return sameAs(await find(values[0] ?? ''), entry)
      }),
    find: (operationId) =>
      guarded(async () => {
        const row = await find(operationId)
        return row && publishIn(row)
      }),
    take: (now) => guarded(() => take(pool, timesOf(now), guarded)),
    [Symbol.asyncDispose]: () => (over ??= pool.end()),
  }
  try {
    await guarded(() => (make ? makeMissing(pool, place) : expectThere(pool)))
    return queue
  } catch (thrown) {
    await pool.end()
    throw thrown
  }
}

const ignore = (): void => {}

type Guarded = <Result>(work: () => Promise<Result>) => Promise<Result>

/** One connection goes with what is taken: whoever loses it loses the lock, and can record nothing more. */
async function take(pool: pg.Pool, times: readonly [string, string], guarded: Guarded): Promise<Taken | undefined> {
  const client = await pool.connect()
  client.on('error', ignore)
  const leave = (broken = false): void => {
    client.off('error', ignore)
    client.release(broken)
  }
  try {
    const { rows } = await client.query<{ seq: number }>(
      `SELECT seq::integer FROM ${table} WHERE ${due} ORDER BY seq LIMIT 50`,
      [...times],
    )
    for (const { seq } of rows) {
      const locked = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS ours', [
        lockClass,
        seq,
      ])
      if (locked.rows[0]?.ours !== true) continue
      // Whoever had it before may have finished it meanwhile.
      const still = await client.query<Row>(`SELECT ${columns} FROM ${table} WHERE ${due} AND seq = $3`, [
        ...times,
        seq,
      ])
      const [row] = still.rows
      if (row) return taken(client, row, leave, guarded)
      await client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, seq])
    }
    leave()
    return undefined
  } catch (thrown) {
    leave(true)
    throw thrown
  }
}

const due = `state IN ('prepared', 'entered', 'pending') AND not_before <= $1 AND (retry_at <= $1 OR retry_at > $2)`

function taken(client: pg.PoolClient, row: Row, leave: (broken?: boolean) => void, guarded: Guarded): Taken {
  const { operation_id: id, seq } = row
  const change = (sets: string, values: readonly unknown[]): Promise<number | null> =>
    guarded(async () => (await client.query(`UPDATE ${table} SET ${sets}`, [id, ...values])).rowCount)
  return {
    publish: publishIn(row),
    async record(note) {
      const { state, answer, publishes, from, before } = changeFor(note)
      const changed = await change(
        `state = $2, answer = $3, publishes = coalesce($4, publishes)
          WHERE operation_id = $1 AND state = ANY ($5) AND publishes = coalesce($6, publishes)`,
        [state, answer, publishes, from, before],
      )
      if (changed !== 1) throw notThere(id, note.is)
    },
    async refuse(refusal) {
      const changed = await change(`state = 'refused', answer = $2 WHERE operation_id = $1 AND state = 'prepared'`, [
        JSON.stringify(refusal),
      ])
      if (changed !== 1) throw notThere(id, 'refused')
    },
    postpone: async (until) => void (await change('retry_at = $2 WHERE operation_id = $1', [until])),
    async [Symbol.asyncDispose]() {
      const broken = await client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, seq]).then(
        () => false,
        () => true,
      )
      leave(broken)
    },
  }
}

const isThere = `to_regclass('${table}') IS NOT NULL`

async function expectThere(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`SELECT ${isThere} AS there`)
  if (!rows[0]?.there) throw noQueue()
}

/** @throws QueueError with what an administrator has to run, where this role may not make a schema */
async function makeMissing(pool: pg.Pool, { shown, role, database }: Place): Promise<void> {
  const { rows } = await pool.query<{ there: boolean; may: boolean }>(
    `SELECT ${isThere} AS there, has_database_privilege(current_database(), 'CREATE') AS may`,
  )
  if (rows[0]?.there) return
  if (!rows[0]?.may) {
    throw new QueueError(
      `${shown}: there is no queue in this database: let an administrator run GRANT CREATE ON DATABASE ${identifier(database)} TO ${identifier(role)};`,
    )
  }
  // Whoever else is making it comes first or second.
  await pool.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockClass}, 0); CREATE SCHEMA IF NOT EXISTS touchstone_queue;
    CREATE TABLE IF NOT EXISTS ${table} (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${columnDefinitions});
    CREATE INDEX IF NOT EXISTS publish_open ON ${table} (seq) WHERE state IN ('prepared', 'entered', 'pending'); COMMIT`)
}
