import type Database from 'better-sqlite3'

const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>()

/** The statement, compiled once for each connection: that takes longer than most of ours run, above all with the guards. */
export function prepared<Parameters extends unknown[], Result = unknown>(
  database: Database.Database,
  sql: string,
): Database.Statement<Parameters, Result> {
  let known = statements.get(database)
  if (!known) statements.set(database, (known = new Map<string, Database.Statement>()))
  let statement = known.get(sql)
  if (!statement) known.set(sql, (statement = database.prepare(sql)))
  return statement as unknown as Database.Statement<Parameters, Result>
}
