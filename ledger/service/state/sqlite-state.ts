import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Row, type StateDatabase, StateError, type Value } from './state-database.ts'
import { stateTables, stateVersion } from './state-schema.ts'

/** How long one process waits for another to finish its statement. */
const patienceMs = 10_000

/** Opens the file, or makes it, readable by its owner only. @throws StateError */
export function openSqliteState(path: string): StateDatabase {
  const database = connected(path)
  const statements = new Map<string, Database.Statement<Value[], Row>>()
  const prepared = (statement: string): Database.Statement<Value[], Row> => {
    const known = statements.get(statement) ?? database.prepare<Value[], Row>(statement.replaceAll(/\$\d+/g, '?'))
    statements.set(statement, known)
    return known
  }
  return {
    ask: async (statement, values = []) => {
      try {
        const each = prepared(statement)
        if (each.reader) return each.all(...values)
        each.run(...values)
        return []
      } catch (thrown) {
        throw troubled(path, thrown)
      }
    },
    [Symbol.asyncDispose]: async () => void database.close(),
  }
}

function connected(path: string): Database.Database {
  try {
    // Made by us, because SQLite would let others read it; its journal gets the same permissions.
    closeSync(openSync(path, 'a', 0o600))
    const database = new Database(path, { timeout: patienceMs })
    try {
      database.pragma('journal_mode = WAL')
      // A session that was ended stays ended, also when the power fails.
      database.pragma('synchronous = FULL')
      database.pragma('foreign_keys = ON')
      database.transaction(() => stateTables('main').forEach((statement) => database.exec(statement))).exclusive()
      const versions = database.prepare('SELECT number FROM version').pluck().all()
      if (versions.some((number) => number !== stateVersion)) throw new StateError(otherVersion(path))
      return database
    } catch (thrown) {
      database.close()
      throw thrown
    }
  } catch (thrown) {
    if (thrown instanceof StateError) throw thrown
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown reason'
    throw new StateError(`the state of the service at ${path} cannot be opened (${code})`, { cause: thrown })
  }
}

/** Of the file and whoever else holds it; what is wrong with a statement is ours to mend. */
function troubled(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Database.SqliteError)) return thrown
  const { code } = thrown
  if (!/^SQLITE_(?:BUSY|FULL|IOERR|READONLY|CORRUPT|NOTADB)/.test(code)) return thrown
  const passing = code.startsWith('SQLITE_BUSY')
  return new StateError(`the state of the service at ${path} cannot be used (${code})`, { cause: thrown, passing })
}

export const otherVersion = (place: string): string =>
  `${place} has the state of another version of the service; run that version, or give another place with --state`
