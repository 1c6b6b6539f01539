import { QueueError } from './queue.ts'

/** Says what an operator can mend; anything else is ours to mend and flies on. */
export function explained(path: string, thrown: unknown): unknown {
  const says = whatOf(thrown)
  return says === undefined ? thrown : new QueueError(`the queue ${path} ${says}`, { cause: thrown })
}

function whatOf(thrown: unknown): string | undefined {
  if (thrown instanceof TypeError && thrown.message.includes('directory does not exist')) return 'lies in no folder'
  if (!(thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string')) return undefined
  const { code, message } = thrown
  if (code.startsWith('SQLITE_BUSY')) return 'is held by another process; end its transaction and try again'
  if (code.startsWith('SQLITE_READONLY') || ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return 'may not be written by the current user'
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_PERM') || code.startsWith('SQLITE_AUTH')) {
    return 'cannot be opened: it is a folder, lies in none, or the current user may not'
  }
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) return `cannot be read or written (${message})`
  if (code.startsWith('SQLITE_NOTADB')) return 'is not an SQLite database; move it away'
  if (code.startsWith('SQLITE_CORRUPT')) return `is damaged (${message}); restore it from a copy`
  if (code === 'SQLITE_ERROR') return `is not as touchstone made it: ${message}`
  if (code === 'EISDIR') return 'is a folder; move it away'
  // Of the file system.
  return 'syscall' in thrown ? `cannot be opened (${code})` : undefined
}
