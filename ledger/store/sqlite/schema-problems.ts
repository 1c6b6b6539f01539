import Database from 'better-sqlite3'
import { LedgerError } from '../store.ts'
import { migration, migrationTable } from '../tables.ts'
import { prepared } from './prepared.ts'
import { schema } from './schema.ts'

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string | null
}

/** What differs from the schema that we make, temporary objects of this connection included; one sentence each. */
export function schemaProblems(database: Database.Database): readonly string[] {
  const found = new Map(objectsOf(database, 'main').map((each) => [each.name, each]))
  const problems: string[] = []
  for (const expected of expectedObjects()) {
    const there = found.get(expected.name)
    found.delete(expected.name)
    if (!there) problems.push(`${expected.type} ${expected.name} is missing`)
    else if (JSON.stringify(there) !== JSON.stringify(expected)) {
      problems.push(`${expected.type} ${expected.name} is not the one that touchstone made`)
    }
  }
  for (const { type, name } of found.values()) problems.push(`${type} ${name} does not belong into a ledger`)
  for (const { type, name } of objectsOf(database, 'temp'))
    problems.push(`temporary ${type} ${name} may shadow a ledger`)
  return problems
}

/** @throws LedgerError `wrong-schema` when this is no ledger, or one of another version. */
export function requireLedger(database: Database.Database, path: string): void {
  const names = objectsOf(database, 'main')
    .filter(({ type }) => type === 'table')
    .map(({ name }) => name)
  if (names.length === 0) {
    throw new LedgerError('wrong-schema', `${path} is empty; \`touchstone ledger init ${path}\` makes it a ledger`)
  }
  if (!names.includes(migrationTable)) {
    const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '')
    throw new LedgerError('wrong-schema', `${path} is another database (tables ${shown}); name another file`)
  }
  const versions = database.prepare(`SELECT version FROM main.${migrationTable}`).pluck().all()
  if (versions.length !== 1 || versions[0] !== migration) {
    const says = versions.length === 1 ? `schema version ${String(versions[0])}` : 'no schema version, or several'
    throw new LedgerError('wrong-schema', `${path} has ${says}; this touchstone reads and writes version ${migration}`)
  }
}

/** `ANALYZE` leaves tables of its own, which change no answer. */
const objectsOf = (database: Database.Database, schemaName: 'main' | 'temp'): readonly SchemaObject[] =>
  prepared<[], SchemaObject>(
    database,
    `SELECT type, name, tbl_name AS "table", sql FROM ${schemaName}.sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]'`,
  ).all()

let expected: readonly SchemaObject[] | undefined

/** As SQLite itself keeps it, so that no text is compared that it may rewrite. */
function expectedObjects(): readonly SchemaObject[] {
  if (!expected) {
    const empty = new Database(':memory:')
    for (const statement of schema) empty.exec(statement)
    expected = objectsOf(empty, 'main')
    empty.close()
  }
  return expected
}
