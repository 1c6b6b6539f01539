import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { LedgerError } from '../store.ts'

/** How long a writer waits for another process to finish its transaction. */
const patienceMs = 10_000

export interface ConnectionOptions {
  readonly readonly?: boolean
  /** Make the file when there is none. */
  readonly create?: boolean
}

/**
 * A connection with the settings that the guards rely on, each of them asserted: a setting that SQLite does not know it
 * ignores without a word.
 */
export function connect(path: string, { readonly = false, create = false }: ConnectionOptions): Database.Database {
  if (!create && !existsSync(path)) {
    throw new LedgerError('absent', `there is no ledger at ${path}; \`touchstone ledger init ${path}\` makes one`)
  }
  const database = new Database(path, { readonly, fileMustExist: !create, timeout: patienceMs })
  try {
    // A reader finds the journal mode as the writers left it.
    for (const [name, value, expected] of readonly ? settings : [...settings, journal]) {
      database.pragma(`${name} = ${value}`)
      const got = database.pragma(name, { simple: true })
      if (got !== expected) throw new Error(`SQLite answers ${String(got)} to the setting ${name} = ${value}`)
    }
  } catch (thrown) {
    database.close()
    throw thrown
  }
  return database
}

type Setting = readonly [name: string, value: string, expected: unknown]

const settings: readonly Setting[] = [
  ['foreign_keys', 'ON', 1],
  ['recursive_triggers', 'ON', 1],
  ['ignore_check_constraints', 'OFF', 0],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  // A record is kept when `append` says so, also when the power fails.
  ['synchronous', 'FULL', 2],
  // Not obeyed by a connection in defensive mode, which is therefore on.
  ['writable_schema', 'ON', 0],
]

const journal: Setting = ['journal_mode', 'WAL', 'wal']
