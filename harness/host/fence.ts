import Database from 'better-sqlite3'
import { closeSync, openSync } from 'node:fs'
import type { Note, Operation } from './operation.ts'
import { readRendition, type Rendition, writeRendition } from './rendition.ts'
import { changeFor, restored, type Standing } from './standing.ts'

/**
 * The durable write fence (§3.5.6): one row for each operation, on disk before the call that wrote it returns. Only one
 * process at a time can hold it, and none holds it once it is dead.
 */
export interface Fence extends Disposable {
  /** Stores the rendition, in place of one that never entered; throws when another one has entered with its operation id. */
  prepare(rendition: Rendition): void
  find(operationId: string): Fenced | undefined
  /** Ids of the operations that entered and have no final result, in the order in which they were prepared. */
  unsettled(): readonly string[]
  /** Throws, and changes nothing, when the operation is not where the note says it was. */
  record(operationId: string, note: Note): void
}

export interface Fenced {
  readonly rendition: Rendition
  /** As a host that finds it has to take it: one that entered and has no result is unknown. */
  readonly operation: Operation
}

/** Somebody else holds the fence, or what was asked of it contradicts what it holds. */
export class FenceError extends Error {}

interface Row extends Standing {
  readonly rendition: string
}

export function openFence(file: string): Fence {
  const database = open(file)
  const insert = database.prepare(
    `insert into operation (id, rendition, state, publishes) values (?, ?, 'prepared', 0)
      on conflict do update set rendition = excluded.rendition where state = 'prepared' and publishes = 0`,
  )
  const select = database.prepare<[string], Row>(
    'select rendition, state, publishes, answer from operation where id = ?',
  )
  const open_ = database.prepare<[], { readonly id: string }>(
    "select id from operation where state in ('entered', 'pending') order by rowid",
  )
  // The condition and the change are one statement: two hosts could not both enter.
  const update = database.prepare<[Standing['state'], string | null, number | null, string, string, number | null]>(
    `update operation set state = ?, answer = ?, publishes = coalesce(?, publishes)
      where id = ? and state in (select value from json_each(?)) and publishes = coalesce(?, publishes)`,
  )
  return {
    prepare(rendition) {
      const { operation_id: id } = rendition.request
      const text = writeRendition(rendition)
      insert.run(id, text)
      if (select.get(id)?.rendition !== text) throw new FenceError(`operation ${id} entered with another rendition`)
    },
    find(operationId) {
      const row = select.get(operationId)
      return row && { rendition: readRendition(row.rendition), operation: restored(row) }
    },
    unsettled: () => open_.all().map(({ id }) => id),
    record(operationId, note) {
      const { state, answer, publishes, from, before } = changeFor(note)
      if (update.run(state, answer, publishes, operationId, JSON.stringify(from), before).changes === 1) return
      const stands = select.get(operationId)?.state ?? 'absent'
      throw new FenceError(`operation ${operationId} cannot be recorded as ${note.is}: it is ${stands}`)
    },
    [Symbol.dispose]: () => void database.close(),
  }
}

function open(file: string): Database.Database {
  // It holds post text: nobody else reads it. SQLite gives its journal the same mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file, { timeout: 0 })
  try {
    // The lock is the kernel's and dies with the process; a lock file would outlive it.
    database.pragma('locking_mode = EXCLUSIVE')
    // The journal is overwritten in place and synchronized: half the cost of making and removing it each time.
    database.pragma('journal_mode = PERSIST')
    database.pragma('synchronous = FULL')
    database.exec(`begin exclusive; create table if not exists operation (
      id text primary key, rendition text not null, state text not null, publishes integer not null, answer text
    ) strict; commit`)
    return database
  } catch (cause) {
    database.close()
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_BUSY') {
      throw new FenceError(`another process holds the write fence ${file}`)
    }
    throw cause
  }
}
