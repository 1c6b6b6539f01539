import type Database from 'better-sqlite3'
import { LedgerError, type StoredCheckpoint } from '../store.ts'
import { checkpointTable } from '../tables.ts'
import { whyNotNext } from '../checkpoint-order.ts'
import { requireInserted, requireSchema } from './append.ts'

const table = `main.${checkpointTable}`

/** See `LedgerStore.appendCheckpoint`. */
export const appendCheckpoint = (database: Database.Database, envelope: string): StoredCheckpoint =>
  database
    .transaction(() => {
      requireSchema(database)
      const newest = database
        .prepare<[], StoredCheckpoint>(`SELECT seq, envelope FROM ${table} ORDER BY seq DESC LIMIT 1`)
        .get()
      const complaints = whyNotNext(envelope, newest?.envelope)
      if (complaints.length > 0) throw new LedgerError('refused', `not the next checkpoint: ${complaints.join('; ')}`)
      const seq = (newest?.seq ?? 0) + 1
      const { changes } = database.prepare(`INSERT INTO ${table} (seq, envelope) VALUES (?, ?)`).run(seq, envelope)
      requireInserted(changes)
      return { seq, envelope }
    })
    .immediate()

export const checkpointPage = (database: Database.Database, from: number, size: number): readonly StoredCheckpoint[] =>
  database
    .prepare<[number, number], StoredCheckpoint>(
      `SELECT seq, envelope FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT ?`,
    )
    .all(from, size)
