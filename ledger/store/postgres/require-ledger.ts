import type pg from 'pg'
import { LedgerError } from '../store.ts'
import { migration, migrationTable, tableOf } from '../tables.ts'
import type { Place } from './place.ts'

/** What is in the schema named `ledger`: nothing, this version of ours, or something else, in words. */
export type Found = 'nothing' | 'ledger' | { readonly says: string }

/** Tells from the catalog, which everybody may read, and from the version only where the tables are ours. */
export async function findLedger(client: Pick<pg.ClientBase, 'query'>): Promise<Found> {
  const { rows } = await client.query<{ there: boolean; tables: readonly string[]; readable: boolean }>(
    `SELECT s.oid IS NOT NULL AS there, has_schema_privilege(s.oid, 'USAGE') AS readable,
      array(SELECT relname::text FROM pg_class WHERE relnamespace = s.oid AND relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1) AS tables
    FROM (SELECT) AS one LEFT JOIN pg_namespace AS s ON s.nspname = 'ledger'`,
  )
  const { there = false, tables = [], readable = false } = rows[0] ?? {}
  if (!there) return 'nothing'
  const missing = [migrationTable, ...Object.values(tableOf)].filter((table) => !tables.includes(table))
  if (missing.includes(migrationTable)) return { says: 'its schema named ledger is not ours' }
  // Without the right to look, the first query says what is lacking.
  if (!readable) return 'ledger'
  const { rows: versions } = await client.query<{ version: number }>(`SELECT version FROM ledger.${migrationTable}`)
  const [only] = versions
  if (versions.length !== 1 || !only) return { says: 'its schema has no version, or several' }
  if (only.version !== migration) {
    return { says: `it has schema version ${only.version}; this touchstone reads and writes version ${migration}` }
  }
  if (missing.length > 0) return { says: `its tables ${missing.join(', ')} are missing` }
  return 'ledger'
}

/** @throws LedgerError `wrong-schema` */
export async function requireLedger(client: Pick<pg.ClientBase, 'query'>, { shown }: Place): Promise<void> {
  const found = await findLedger(client)
  if (found === 'ledger') return
  const says =
    found === 'nothing'
      ? `there is no ledger in this database; \`touchstone ledger init ${shown}\` makes it one`
      : found.says
  throw new LedgerError('wrong-schema', `${shown}: ${says}`)
}
