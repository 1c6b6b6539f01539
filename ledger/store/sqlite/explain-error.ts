import Database from 'better-sqlite3'
import { LedgerError } from '../store.ts'

/** Says what an operator can mend; anything else is ours to mend and flies on. */
export function explained(path: string, thrown: unknown): unknown {
  if (thrown instanceof TypeError && thrown.message.includes('directory does not exist')) {
    return new LedgerError('unreachable', `${path} lies in a folder that does not exist`, { cause: thrown })
  }
  if (!(thrown instanceof Database.SqliteError)) return thrown
  const { code, message } = thrown
  const as = (...[kind, says]: ConstructorParameters<typeof LedgerError>): LedgerError =>
    new LedgerError(kind, says, { cause: thrown })
  if (code.startsWith('SQLITE_CONSTRAINT')) return as('refused', `the ledger refuses the record: ${message}`)
  if (code.startsWith('SQLITE_READONLY')) {
    return as('unreachable', `${path} may only be read by the current user; records cannot be appended`)
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return as('unreachable', `${path} is held by another process; end its transaction and try again`)
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_PERM') || code.startsWith('SQLITE_AUTH')) {
    return as('unreachable', `${path} cannot be opened: it is a folder, lies in none, or the current user may not`)
  }
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) {
    return as('unreachable', `${path} cannot be read or written (${message}); nothing was appended`)
  }
  if (code.startsWith('SQLITE_NOTADB')) {
    return as('wrong-schema', `${path} is not an SQLite database; name another file`)
  }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return as('tampered-schema', `${path} is damaged (${message}); restore it from a copy and verify that`)
  }
  // Tables or columns that are not there, or not as we made them.
  if (code === 'SQLITE_ERROR') return as('tampered-schema', `${path} is not as touchstone made it: ${message}`)
  return thrown
}
