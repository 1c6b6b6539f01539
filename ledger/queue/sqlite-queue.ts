import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { changeFor } from '../../harness/host/index.ts'
import { lockForProcess, type ProcessLock } from '../store/process-lock.ts'
import { explained } from './explain-sqlite.ts'
import type { OpenQueueOptions } from './open-queue.ts'
import { noQueue, type Queue, QueueHeld, type Taken } from './queue.ts'
import { columnDefinitions, givenColumns, notThere, publishIn, type Row, rowOf, sameAs, timesOf } from './row.ts'

/**
 * A file beside the ledger file, which takes no tables but its own. One process works on it; the others may add to it
 * meanwhile, and the next one works when that process is gone.
 */
export function openSqliteQueue(path: string, { make = true }: OpenQueueOptions = {}): Queue {
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work()
    } catch (thrown) {
      throw explained(path, thrown)
    }
  }
  if (!make && !existsSync(path)) throw noQueue()
  return guarded(() => queueIn(open(path), path, guarded))
}

function queueIn(database: Database.Database, path: string, guarded: <Result>(work: () => Result) => Result): Queue {
  const insert = database.prepare(
    `INSERT INTO publish (${givenColumns.join(', ')}) VALUES (${givenColumns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
  )
  const byId = database.prepare<[string], Row>('SELECT * FROM publish WHERE operation_id = ?')
  const due = database.prepare<[string, string, string], Row>(
    `SELECT * FROM publish WHERE state IN ('prepared', 'entered', 'pending') AND not_before <= ?
      AND (retry_at <= ? OR retry_at > ?) ORDER BY seq`,
  )
  // The condition and the change are one statement: two workers could not both enter.
  const record = database.prepare<[string, string | null, number | null, string, string, number | null]>(
    `UPDATE publish SET state = ?, answer = ?, publishes = coalesce(?, publishes)
      WHERE operation_id = ? AND state IN (SELECT value FROM json_each(?)) AND publishes = coalesce(?, publishes)`,
  )
  const refuse = database.prepare<[string, string]>(
    `UPDATE publish SET state = 'refused', answer = ? WHERE operation_id = ? AND state = 'prepared'`,
  )
  const postpone = database.prepare<[string, string]>('UPDATE publish SET retry_at = ? WHERE operation_id = ?')
  const inHand = new Set<string>()
  let lock: ProcessLock | undefined

  const nextDue = (now: string): Row | undefined => {
    const [at, farthest] = timesOf(now)
    for (const row of due.iterate(at, at, farthest)) if (!inHand.has(row.operation_id)) return row
    return undefined
  }

  const taken = (row: Row): Taken => {
    const id = row.operation_id
    inHand.add(id)
    return {
      publish: publishIn(row),
      async record(note) {
        const { state, answer, publishes, from, before } = changeFor(note)
        const values = [state, answer, publishes, id, JSON.stringify(from), before] as const
        if (guarded(() => record.run(...values)).changes !== 1) throw notThere(id, note.is)
      },
      async refuse(refusal) {
        if (guarded(() => refuse.run(JSON.stringify(refusal), id)).changes !== 1) throw notThere(id, 'refused')
      },
      postpone: async (until) => void guarded(() => postpone.run(until, id)),
      [Symbol.asyncDispose]: async () => void inHand.delete(id),
    }
  }

  return {
    async add(entry) {
      const [id = '', ...rest] = rowOf(entry)
      guarded(() => insert.run(id, ...rest))
      return sameAs(
        guarded(() => byId.get(id)),
        entry,
      )
    },
    async find(operationId) {
      const row = guarded(() => byId.get(operationId))
      return row && publishIn(row)
    },
    async take(now) {
      lock ??= guarded(() => lockForProcess(`${path}-worker`))
      if (lock === undefined) throw new QueueHeld()
      const row = guarded(() => nextDue(now))
      return row && taken(row)
    },
    async [Symbol.asyncDispose]() {
      database.close()
      lock?.[Symbol.dispose]()
    },
  }
}

function open(path: string): Database.Database {
  // It holds post text: nobody else reads it. SQLite gives its journals the same mode.
  closeSync(openSync(path, 'a', 0o600))
  const database = new Database(path, { timeout: 10_000 })
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(`BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS publish (seq integer PRIMARY KEY, ${columnDefinitions}) STRICT;
    CREATE INDEX IF NOT EXISTS publish_open ON publish (seq) WHERE state IN ('prepared', 'entered', 'pending'); COMMIT`)
  return database
}
