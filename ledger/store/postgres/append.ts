import { genesisHash, type LedgerName, ledgerNames, recordHash } from '../../record/index.ts'
import { reviewDeciding, whyNotAdmitted } from '../admission.ts'
import { type Entry, nameOf } from '../read-batch.ts'
import { type Appended, LedgerError, type ReviewKey, type StoredRecord } from '../store.ts'
import { tableOf } from '../tables.ts'
import { catalogProblems, readCatalog } from './catalog.ts'
import { appendLock } from './guards.ts'
import * as queries from './queries.ts'

/**
 * Appends what is not there yet. To be called in a transaction that reads what was committed: the lock comes first, so that
 * nobody can move a head between reading it and following it.
 */
export async function append(client: queries.Asked, entries: readonly Entry[]): Promise<readonly Appended[]> {
  await lockAndCheck(client)
  const known = await presentRecords(client, entries)
  const last = new Map((await queries.heads(client)).map((head) => [head.ledger, head]))
  const reviews = newestReviews(client)
  const fresh: StoredRecord[] = []
  const appended: Appended[] = []
  for (const { signed, body } of entries) {
    const { ledger, id } = body
    const present = known.get(nameOf(body))
    if (present && (present.body !== signed.body || present.signatures !== signed.signatures)) {
      throw new LedgerError('conflict', `${nameOf(body)} is in the ledger with other content (seq ${present.seq})`)
    }
    if (present) {
      appended.push({ ledger, id, seq: present.seq, isNew: false })
      continue
    }
    const deciding = reviewDeciding(body)
    const complaints = whyNotAdmitted(body, deciding && (await reviews.newest(deciding)))
    if (complaints.length > 0) throw new LedgerError('refused', `${nameOf(body)}: ${complaints.join('; ')}`)
    const { size, hash: prevHash } = last.get(ledger) ?? { size: 0, hash: genesisHash }
    const seq = size + 1
    const record = { ...signed, ledger, seq, prevHash, recordHash: recordHash(ledger, seq, prevHash, signed.body) }
    last.set(ledger, { ledger, size: seq, hash: record.recordHash })
    known.set(nameOf(body), record)
    if (body.ledger === 'approval_review') reviews.add(body, record)
    fresh.push(record)
    appended.push({ ledger, id, seq, isNew: true })
  }
  for (const ledger of ledgerNames)
    await insert(
      client,
      ledger,
      fresh.filter((record) => record.ledger === ledger),
    )
  return appended
}

/** @throws LedgerError `tampered-schema` */
export async function lockAndCheck(client: queries.Asked): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [appendLock])
  const problems = catalogProblems(await readCatalog(client))
  if (problems.length > 0) {
    throw new LedgerError('tampered-schema', `nothing is appended to this ledger: ${problems.join('; ')}`)
  }
}

async function presentRecords(client: queries.Asked, entries: readonly Entry[]): Promise<Map<string, StoredRecord>> {
  const found = new Map<string, StoredRecord>()
  for (const ledger of ledgerNames) {
    const ids = entries.filter(({ body }) => body.ledger === ledger).map(({ body }) => body.id)
    for (const [id, record] of await queries.byIds(client, ledger, ids)) found.set(nameOf({ ledger, id }), record)
  }
  return found
}

/** The newest review of an app, those of this very transaction included. */
function newestReviews(client: queries.Asked): {
  newest(key: ReviewKey): Promise<StoredRecord | undefined>
  add(key: ReviewKey, record: StoredRecord): void
} {
  const cache = new Map<string, StoredRecord | undefined>()
  const nameOfKey = ({ provider, app_fingerprint, provider_environment, instance_fingerprint }: ReviewKey): string =>
    [provider, app_fingerprint, provider_environment, instance_fingerprint].join(' ')
  return {
    async newest(key) {
      const name = nameOfKey(key)
      if (!cache.has(name)) cache.set(name, await queries.newestReview(client, key))
      return cache.get(name)
    },
    add: (key, record) => void cache.set(nameOfKey(key), record),
  }
}

async function insert(client: queries.Asked, ledger: LedgerName, records: readonly StoredRecord[]): Promise<void> {
  if (records.length === 0) return
  const { rowCount } = await client.query(
    `INSERT INTO ledger.${tableOf[ledger]} (seq, prev_hash, record_hash, body, signatures)
    SELECT seq, prev_hash, record_hash, body, signatures
    FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[]) AS r (seq, prev_hash, record_hash, body, signatures)
    ORDER BY seq`,
    [
      records.map(({ seq }) => seq),
      records.map(({ prevHash }) => prevHash),
      records.map(({ recordHash: hash }) => hash),
      records.map(({ body }) => body),
      records.map(({ signatures }) => signatures),
    ],
  )
  requireInserted(rowCount, records.length)
}

/** A rule or trigger that ignores what is inserted leaves no error, only this. */
export function requireInserted(count: number | null, expected: number): void {
  if (count !== expected) throw new LedgerError('tampered-schema', 'the database took the record and kept nothing')
}
