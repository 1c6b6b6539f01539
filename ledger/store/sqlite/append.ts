import type Database from 'better-sqlite3'
import { genesisHash, type LedgerName, recordHash } from '../../record/index.ts'
import { reviewDeciding, whyNotAdmitted } from '../admission.ts'
import { type Entry, nameOf, readBatch } from '../read-batch.ts'
import { type Appended, type Batch, LedgerError } from '../store.ts'
import { tableOf } from '../tables.ts'
import { prepared } from './prepared.ts'
import { byId, head, newestReview } from './queries.ts'
import { schemaProblems } from './schema-problems.ts'

/** Appends whole batches in one transaction; see `LedgerStore.append`. */
export function append(database: Database.Database, batches: readonly Batch[]): readonly Appended[] {
  const entries = batches.flatMap(readBatch)
  // IMMEDIATE: the head is read under the lock that the insert needs, so nobody else can have moved it.
  return database
    .transaction(() => {
      requireSchema(database)
      const heads = new Map<LedgerName, Link>()
      return entries.map((entry) => appendOne(database, heads, entry))
    })
    .immediate()
}

interface Link {
  readonly seq: number
  readonly hash: string
}

function appendOne(database: Database.Database, heads: Map<LedgerName, Link>, { signed, body }: Entry): Appended {
  const { ledger, id } = body
  const present = byId(database, ledger, id)
  if (present) {
    if (present.body === signed.body && present.signatures === signed.signatures) {
      return { ledger, id, seq: present.seq, isNew: false }
    }
    throw new LedgerError('conflict', `${nameOf(body)} is in the ledger with other content (seq ${present.seq})`)
  }
  const deciding = reviewDeciding(body)
  const complaints = whyNotAdmitted(body, deciding && newestReview(database, deciding))
  if (complaints.length > 0) throw new LedgerError('refused', `${nameOf(body)}: ${complaints.join('; ')}`)

  const last = heads.get(ledger) ?? head(database, ledger) ?? { seq: 0, hash: genesisHash }
  const next = { seq: last.seq + 1, hash: recordHash(ledger, last.seq + 1, last.hash, signed.body) }
  const { changes } = prepared(
    database,
    `INSERT INTO main.${tableOf[ledger]} (seq, prev_hash, record_hash, body, signatures) VALUES (?, ?, ?, ?, ?)`,
  ).run(next.seq, last.hash, next.hash, signed.body, signed.signatures)
  requireInserted(changes)
  heads.set(ledger, next)
  return { ledger, id, seq: next.seq, isNew: true }
}

/** @throws LedgerError `tampered-schema` */
export function requireSchema(database: Database.Database): void {
  const problems = schemaProblems(database)
  if (problems.length > 0) {
    throw new LedgerError('tampered-schema', `nothing is appended to this ledger: ${problems.join('; ')}`)
  }
}

/** A trigger that ignores what is inserted leaves no error, only this. */
export function requireInserted(changes: number): void {
  if (changes !== 1) throw new LedgerError('tampered-schema', 'the database took the record and kept nothing')
}
