import Database from 'better-sqlite3'

/** Held by one process for as long as it lives and does not let go. */
export type ProcessLock = Disposable

/** Undefined while somebody else holds it. The lock is the kernel's: a lock file would outlive its process. */
export function lockForProcess(file: string): ProcessLock | undefined {
  const database = new Database(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
  return { [Symbol.dispose]: () => void database.close() }
}
