import type Database from 'better-sqlite3'
import type { LedgerName, Subject } from '../../record/index.ts'
import { selectorsMatching } from '../selectors.ts'
import type { ReviewKey, RunKey, StoredRecord } from '../store.ts'
import { tableOf } from '../tables.ts'
import { prepared } from './prepared.ts'

/*
 * Every table is named with its schema: a temporary table of the same name would otherwise be read instead. What is looked
 * up is the generated columns; what is returned is the bytes.
 */

const runs = `main.${tableOf.certification_run}`
const columns = 'seq, prev_hash AS prevHash, record_hash AS recordHash, body, signatures'
const sameKey = 'subject_digest = ? AND evidence_kind = ? AND account_key = ?'

export const head = (database: Database.Database, ledger: LedgerName): { seq: number; hash: string } | undefined =>
  prepared<[], { seq: number; hash: string }>(
    database,
    `SELECT seq, record_hash AS hash FROM main.${tableOf[ledger]} ORDER BY seq DESC LIMIT 1`,
  ).get()

export const page = (
  database: Database.Database,
  ledger: LedgerName,
  from: number,
  upTo: number,
  size: number,
): readonly StoredRecord[] => all(database, ledger, 'WHERE seq BETWEEN ? AND ? ORDER BY seq LIMIT ?', from, upTo, size)

export const byId = (database: Database.Database, ledger: LedgerName, id: string): StoredRecord | undefined =>
  one(database, ledger, 'WHERE id = ?', id)

export const checksOf = (database: Database.Database, runId: string): readonly StoredRecord[] =>
  all(database, 'certification_check', 'WHERE run_id = ? ORDER BY seq', runId)

export const newestReview = (database: Database.Database, key: ReviewKey): StoredRecord | undefined =>
  one(
    database,
    'approval_review',
    `WHERE provider = ? AND app_fingerprint = ? AND provider_environment = ? AND instance_fingerprint = ?
    ORDER BY seq DESC LIMIT 1`,
    key.provider,
    key.app_fingerprint,
    key.provider_environment,
    key.instance_fingerprint,
  )

export const newestRun = (database: Database.Database, key: RunKey): StoredRecord | undefined =>
  one(database, 'certification_run', `WHERE ${sameKey} ORDER BY seq DESC LIMIT 1`, ...valuesOf(key))

export const newestPass = (database: Database.Database, key: RunKey): StoredRecord | undefined =>
  one(
    database,
    'certification_run',
    `WHERE ${sameKey} AND result = 'passed' ORDER BY seq DESC LIMIT 1`,
    ...valuesOf(key),
  )

/** Asked twice, because each half has an index of its own; the one appended last when both find one. */
export const failureAfter = (
  database: Database.Database,
  key: RunKey,
  pass: { readonly seq: number; readonly testedAt: string },
): StoredRecord | undefined =>
  one(
    database,
    'certification_run',
    `WHERE seq = (SELECT max(seq) FROM (
      SELECT max(seq) AS seq FROM ${runs} WHERE ${sameKey} AND result = 'failed' AND seq > ?
      UNION ALL SELECT seq FROM (SELECT seq FROM ${runs} WHERE ${sameKey} AND result = 'failed' AND tested_at >= ?
        ORDER BY tested_at DESC, seq DESC LIMIT 1)))`,
    ...valuesOf(key),
    pass.seq,
    ...valuesOf(key),
    pass.testedAt,
  )

export const newestControls = (database: Database.Database, subject: Subject, now: string): readonly StoredRecord[] =>
  all(
    database,
    'runtime_control',
    `WHERE seq IN (SELECT (SELECT seq FROM main.${tableOf.runtime_control} WHERE selector = value AND starts_at <= ?
      ORDER BY seq DESC LIMIT 1) FROM json_each(?)) ORDER BY seq`,
    now,
    JSON.stringify(selectorsMatching(subject)),
  )

const valuesOf = ({ subjectDigest, kind, account = '' }: RunKey): readonly [string, string, string] => [
  subjectDigest,
  kind,
  kind === 'live' ? account : '',
]

const all = (
  database: Database.Database,
  ledger: LedgerName,
  where: string,
  ...values: readonly (string | number)[]
): readonly StoredRecord[] =>
  prepared<(string | number)[], StoredRecord>(
    database,
    `SELECT '${ledger}' AS ledger, ${columns} FROM main.${tableOf[ledger]} ${where}`,
  ).all(...values)

const one = (
  database: Database.Database,
  ledger: LedgerName,
  where: string,
  ...values: readonly (string | number)[]
): StoredRecord | undefined => all(database, ledger, where, ...values)[0]
