import { stat } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { LedgerError, type LedgerStore } from '../store.ts'
import { connect, type ConnectionOptions } from './connection.ts'
import { explained } from './explain-error.ts'
import { migrationRow, schema } from './schema.ts'
import { requireLedger, schemaProblems } from './schema-problems.ts'
import { sqliteStore } from './sqlite-store.ts'

/**
 * Opens the ledgers in a file. Altered guards are no reason not to open: `schemaProblems` names them, `append` refuses.
 * @throws LedgerError `unreachable` and `wrong-schema`
 */
export async function openSqlite(path: string, options: { readonly readonly?: boolean } = {}): Promise<LedgerStore> {
  const database = await connected(path, options)
  try {
    requireLedger(database, path)
    return sqliteStore(database, path)
  } catch (thrown) {
    database.close()
    throw explained(path, thrown)
  }
}

/**
 * Makes a file with empty ledgers; leaves one with ledgers of this version alone.
 * @throws LedgerError `wrong-schema` when something else is there, `tampered-schema` when the ledgers were altered
 */
export async function initSqlite(path: string): Promise<void> {
  const database = await connected(path, { create: true })
  try {
    database.transaction(() => makeSchema(database, path)).exclusive()
  } catch (thrown) {
    throw explained(path, thrown)
  } finally {
    database.close()
  }
}

function makeSchema(database: Database.Database, path: string): void {
  const isEmpty = database.prepare('SELECT count(*) FROM main.sqlite_schema').pluck().get() === 0
  if (isEmpty) {
    for (const statement of schema) database.exec(statement)
    database.exec(migrationRow)
  }
  requireLedger(database, path)
  const problems = schemaProblems(database)
  if (problems.length > 0) throw new LedgerError('tampered-schema', `${path}: ${problems.join('; ')}`)
}

async function connected(path: string, options: ConnectionOptions): Promise<Database.Database> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) throw new LedgerError('absent', `${path} is a folder; name a file in it`)
  try {
    return connect(path, options)
  } catch (thrown) {
    throw explained(path, thrown)
  }
}
