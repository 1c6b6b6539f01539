import type Database from 'better-sqlite3'
import { type LedgerName, ledgerNames } from '../../record/index.ts'
import type { RowProblem } from '../store.ts'
import { tableOf } from '../tables.ts'
import { type Column, ledgerTables } from './ledger-tables.ts'

/** As many of each kind and ledger as anybody reads. */
const shown = 5

/** See `LedgerStore.rowProblems`. Ids are compared as the bodies give them, so that no index can hide one. */
export function rowProblems(database: Database.Database): readonly RowProblem[] {
  return [
    ...ledgerNames.flatMap((ledger) => [...wrongColumns(database, ledger), ...doubles(database, ledger)]),
    ...orphans(database),
    ...damagedIndexes(database),
  ]
}

function wrongColumns(database: Database.Database, ledger: LedgerName): readonly RowProblem[] {
  const id: Column = { name: 'id', from: `json_extract(body, '$.id')`, type: 'TEXT' }
  const named = [id, ...ledgerTables[ledger].columns].map(
    ({ name, from }) => `CASE WHEN ${name} IS NOT (${from}) THEN ' ${name}' ELSE '' END`,
  )
  return database
    .prepare<[number], { seq: number; wrong: string }>(
      `SELECT seq, ${named.join(' || ')} AS wrong FROM main.${tableOf[ledger]} NOT INDEXED WHERE wrong <> '' LIMIT ?`,
    )
    .all(shown)
    .map(({ seq, wrong }) => ({
      ledger,
      seq,
      kind: 'column',
      says: `the body does not say what the columns say:${wrong}`,
    }))
}

function doubles(database: Database.Database, ledger: LedgerName): readonly RowProblem[] {
  return database
    .prepare<[number], { seq: number; first: number }>(
      `SELECT max(seq) AS seq, min(seq) AS first FROM main.${tableOf[ledger]} NOT INDEXED
      GROUP BY json_extract(body, '$.id') HAVING count(*) > 1 LIMIT ?`,
    )
    .all(shown)
    .map(({ seq, first }) => ({ ledger, seq, kind: 'id', says: `the id is that of seq ${first}, too` }))
}

/** Asked in words of our own: `foreign_key_check` says nothing once the constraint has been taken away. */
function orphans(database: Database.Database): readonly RowProblem[] {
  const find = (ledger: LedgerName, where: string, says: string): readonly RowProblem[] =>
    database
      .prepare<[number], number>(`SELECT seq FROM main.${tableOf[ledger]} AS child WHERE ${where} ORDER BY seq LIMIT ?`)
      .pluck()
      .all(shown)
      .map((seq) => ({ ledger, seq, kind: 'reference', says }))
  return [
    ...find(
      'certification_check',
      `NOT EXISTS (SELECT 1 FROM main.${tableOf.certification_run} WHERE id = child.run_id)`,
      'there is no run with its run_id',
    ),
    ...find(
      'certification_run',
      `approval_review_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main.${tableOf.approval_review} AS review
      WHERE review.id = child.approval_review_id AND review.record_hash = child.approval_record_hash
      AND review.provider = child.provider AND review.app_fingerprint = child.app_fingerprint
      AND review.provider_environment = child.provider_environment
      AND review.instance_fingerprint = child.instance_fingerprint
      AND review.approval_state = child.approval_state_at_test AND review.approval_tier = child.approval_tier_at_test)`,
      'there is no approval review with the id, hash, app, state and tier that it names',
    ),
  ]
}

/** An index that lacks a failed run would hide it from the query that looks for one. */
function damagedIndexes(database: Database.Database): readonly RowProblem[] {
  const tables = new Map(ledgerNames.map((ledger) => [tableOf[ledger], ledger]))
  return [...tables].flatMap(([table, ledger]) =>
    database
      .prepare<[], string>(`PRAGMA main.integrity_check('${table}')`)
      .pluck()
      .all()
      .filter((line) => line !== 'ok')
      .slice(0, shown)
      .map((line): RowProblem => ({ ledger, kind: 'index', says: `SQLite finds: ${line}` })),
  )
}
