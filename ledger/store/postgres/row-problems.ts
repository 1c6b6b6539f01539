import { type LedgerName, ledgerNames } from '../../record/index.ts'
import type { RowProblem } from '../store.ts'
import { tableOf } from '../tables.ts'
import { ledgerTables } from './ledger-tables.ts'
import type { Asked } from './queries.ts'

/** As many of each kind and ledger as anybody reads. */
const shown = 5

/**
 * See `LedgerStore.rowProblems`. Read from the tables: an index that hides a row must not hide it here. The caller forbids
 * the use of indexes.
 */
export async function rowProblems(asked: Asked): Promise<readonly RowProblem[]> {
  const problems: RowProblem[] = []
  for (const ledger of ledgerNames) {
    problems.push(...(await wrongColumns(asked, ledger)), ...(await doubles(asked, ledger)))
  }
  return [...problems, ...(await orphans(asked))]
}

async function wrongColumns(asked: Asked, ledger: LedgerName): Promise<readonly RowProblem[]> {
  const named = ledgerTables[ledger].columns.map(
    ({ name, from }) => `CASE WHEN ${name} IS DISTINCT FROM (${from}) THEN ' ${name}' ELSE '' END`,
  )
  return await find<{ wrong: string }>(
    asked,
    `SELECT seq, wrong FROM (SELECT seq, ${named.join(' || ')} AS wrong FROM ONLY ledger.${tableOf[ledger]}) AS compared
    WHERE wrong <> '' LIMIT ${shown}`,
    ({ seq, wrong }) => ({ ledger, seq, kind: 'column', says: `the body does not say what the columns say:${wrong}` }),
  )
}

const doubles = (asked: Asked, ledger: LedgerName): Promise<readonly RowProblem[]> =>
  find<{ first: string }>(
    asked,
    `SELECT max(seq) AS seq, min(seq) AS first FROM ONLY ledger.${tableOf[ledger]}
    GROUP BY body::json ->> 'id' HAVING count(*) > 1 LIMIT ${shown}`,
    ({ seq, first }) => ({ ledger, seq, kind: 'id', says: `the id is that of seq ${first}, too` }),
  )

/** Asked in words of our own: the foreign keys may have been taken away, or skipped. */
async function orphans(asked: Asked): Promise<readonly RowProblem[]> {
  const checks = await find(
    asked,
    `SELECT child.seq FROM ONLY ledger.${tableOf.certification_check} AS child
    WHERE NOT EXISTS (SELECT FROM ONLY ledger.${tableOf.certification_run} AS run WHERE run.id = child.run_id)
    ORDER BY child.seq LIMIT ${shown}`,
    ({ seq }) => ({ ledger: 'certification_check', seq, kind: 'reference', says: 'there is no run with its run_id' }),
  )
  const runs = await find(
    asked,
    `SELECT child.seq FROM ONLY ledger.${tableOf.certification_run} AS child
    WHERE child.approval_review_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM ONLY ledger.${tableOf.approval_review} AS review
      WHERE (review.id, review.record_hash, review.provider, review.app_fingerprint, review.provider_environment,
          review.instance_fingerprint, review.approval_state, review.approval_tier)
        = (child.approval_review_id, child.approval_record_hash, child.provider, child.app_fingerprint,
          child.provider_environment, child.instance_fingerprint, child.approval_state_at_test, child.approval_tier_at_test))
    ORDER BY child.seq LIMIT ${shown}`,
    ({ seq }) => ({
      ledger: 'certification_run',
      seq,
      kind: 'reference',
      says: 'there is no approval review with the id, hash, app, state and tier that it names',
    }),
  )
  return [...checks, ...runs]
}

async function find<More extends object = object>(
  asked: Asked,
  text: string,
  problem: (row: More & { readonly seq: number }) => RowProblem,
): Promise<readonly RowProblem[]> {
  const { rows } = await asked.query<More & { seq: string }>(text)
  return rows.map((row) => problem({ ...row, seq: Number(row.seq) }))
}
