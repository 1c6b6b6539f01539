import type pg from 'pg'
import { genesisHash, type LedgerName, ledgerNames, type Subject } from '../../record/index.ts'
import { selectorsMatching } from '../selectors.ts'
import type { Head, ReviewKey, RunKey, StoredCheckpoint, StoredRecord } from '../store.ts'
import { checkpointTable, tableOf } from '../tables.ts'

/*
 * ONLY, because a table that inherits from ours would otherwise be read with it. What is looked up is the generated
 * columns; what is returned is the bytes.
 */

/** A pool or one connection of it. */
export type Asked = Pick<pg.ClientBase, 'query'>

const runs = `ONLY ledger.${tableOf.certification_run}`
const columns = 'seq, prev_hash, record_hash, body, signatures'
const sameKey = 'subject_digest = $1 AND evidence_kind = $2 AND account_key = $3'

/** In one statement, so that all four are of one instant. */
export async function heads(asked: Asked): Promise<readonly Head[]> {
  const of = (ledger: LedgerName): string =>
    `(SELECT '${ledger}' AS ledger, seq, record_hash FROM ONLY ledger.${tableOf[ledger]} ORDER BY seq DESC LIMIT 1)`
  const { rows } = await asked.query<{ ledger: LedgerName; seq: string; record_hash: string }>(
    ledgerNames.map(of).join(' UNION ALL '),
  )
  return ledgerNames.map((ledger) => {
    const found = rows.find((row) => row.ledger === ledger)
    return { ledger, size: Number(found?.seq ?? 0), hash: found?.record_hash ?? genesisHash }
  })
}

export const page = (
  asked: Asked,
  ledger: LedgerName,
  from: number,
  upTo: number,
  size: number,
): Promise<readonly StoredRecord[]> =>
  all(asked, ledger, 'WHERE seq BETWEEN $1 AND $2 ORDER BY seq LIMIT $3', from, upTo, size)

export const byId = (asked: Asked, ledger: LedgerName, id: string): Promise<StoredRecord | undefined> =>
  one(asked, ledger, 'WHERE id = $1', id)

export async function byIds(
  asked: Asked,
  ledger: LedgerName,
  ids: readonly string[],
): Promise<Map<string, StoredRecord>> {
  if (ids.length === 0) return new Map()
  const { rows } = await asked.query<Row & { id: string }>(
    `SELECT id, ${columns} FROM ONLY ledger.${tableOf[ledger]} WHERE id = ANY ($1)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, toRecord(ledger, row)]))
}

export const checksOf = (asked: Asked, runId: string): Promise<readonly StoredRecord[]> =>
  all(asked, 'certification_check', 'WHERE run_id = $1 ORDER BY seq', runId)

export const newestReview = (asked: Asked, key: ReviewKey): Promise<StoredRecord | undefined> =>
  one(
    asked,
    'approval_review',
    `WHERE provider = $1 AND app_fingerprint = $2 AND provider_environment = $3 AND instance_fingerprint = $4
    ORDER BY seq DESC LIMIT 1`,
    key.provider,
    key.app_fingerprint,
    key.provider_environment,
    key.instance_fingerprint,
  )

export const newestRun = (asked: Asked, key: RunKey): Promise<StoredRecord | undefined> =>
  one(asked, 'certification_run', `WHERE ${sameKey} ORDER BY seq DESC LIMIT 1`, ...valuesOf(key))

export const newestPass = (asked: Asked, key: RunKey): Promise<StoredRecord | undefined> =>
  one(asked, 'certification_run', `WHERE ${sameKey} AND result = 'passed' ORDER BY seq DESC LIMIT 1`, ...valuesOf(key))

/** Asked twice, because each half has an index of its own; the one appended last when both find one. */
export const failureAfter = (
  asked: Asked,
  key: RunKey,
  pass: { readonly seq: number; readonly testedAt: string },
): Promise<StoredRecord | undefined> =>
  one(
    asked,
    'certification_run',
    `WHERE seq = (SELECT max(seq) FROM (
      (SELECT seq FROM ${runs} WHERE ${sameKey} AND result = 'failed' AND seq > $4 ORDER BY seq DESC LIMIT 1)
      UNION ALL
      (SELECT seq FROM ${runs} WHERE ${sameKey} AND result = 'failed' AND tested_at >= $5 ORDER BY tested_at DESC LIMIT 1)
    ) AS failures)`,
    ...valuesOf(key),
    pass.seq,
    pass.testedAt,
  )

export const newestControls = (asked: Asked, subject: Subject, now: string): Promise<readonly StoredRecord[]> =>
  all(
    asked,
    'runtime_control',
    `WHERE seq IN (SELECT newest.seq FROM unnest($1::text[]) AS wanted (selector) CROSS JOIN LATERAL (
      SELECT e.seq FROM ONLY ledger.${tableOf.runtime_control} AS e
      WHERE e.selector = wanted.selector AND e.starts_at <= $2 ORDER BY e.seq DESC LIMIT 1
    ) AS newest) ORDER BY seq`,
    selectorsMatching(subject),
    now,
  )

export async function checkpointPage(asked: Asked, from: number, size: number): Promise<readonly StoredCheckpoint[]> {
  const { rows } = await asked.query<{ seq: string; envelope: string }>(
    `SELECT seq, envelope FROM ONLY ledger.${checkpointTable} WHERE seq >= $1 ORDER BY seq LIMIT $2`,
    [from, size],
  )
  return rows.map(({ seq, envelope }) => ({ seq: Number(seq), envelope }))
}

export async function newestCheckpoint(asked: Asked): Promise<StoredCheckpoint | undefined> {
  const { rows } = await asked.query<{ seq: string; envelope: string }>(
    `SELECT seq, envelope FROM ONLY ledger.${checkpointTable} ORDER BY seq DESC LIMIT 1`,
  )
  return rows.map(({ seq, envelope }) => ({ seq: Number(seq), envelope }))[0]
}

/** Numbers of 64 bits come as text. */
interface Row {
  readonly seq: string
  readonly prev_hash: string
  readonly record_hash: string
  readonly body: string
  readonly signatures: string
}

const toRecord = (ledger: LedgerName, row: Row): StoredRecord => ({
  ledger,
  seq: Number(row.seq),
  prevHash: row.prev_hash,
  recordHash: row.record_hash,
  body: row.body,
  signatures: row.signatures,
})

const valuesOf = ({ subjectDigest, kind, account = '' }: RunKey): readonly [string, string, string] => [
  subjectDigest,
  kind,
  kind === 'live' ? account : '',
]

async function all(
  asked: Asked,
  ledger: LedgerName,
  where: string,
  ...values: readonly unknown[]
): Promise<readonly StoredRecord[]> {
  const { rows } = await asked.query<Row>(`SELECT ${columns} FROM ONLY ledger.${tableOf[ledger]} ${where}`, [...values])
  return rows.map((row) => toRecord(ledger, row))
}

const one = async (
  asked: Asked,
  ledger: LedgerName,
  where: string,
  ...values: readonly unknown[]
): Promise<StoredRecord | undefined> => (await all(asked, ledger, where, ...values))[0]
