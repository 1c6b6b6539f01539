import { LedgerError, type LedgerErrorCode } from '../store.ts'
import { identifier, type Place } from './place.ts'
import { reader, writer } from './roles.ts'

/** What a failed statement or connection means to whoever runs this; what is no fault of theirs comes back as it is. */
export function explain(thrown: unknown, { shown, role, database }: Place): unknown {
  if (thrown instanceof LedgerError) return thrown
  const code = codeOf(thrown)
  const error = (kind: LedgerErrorCode, says: string): LedgerError =>
    new LedgerError(kind, `${shown}: ${says}`, { cause: thrown })
  if (code === undefined)
    return /^Connection terminated|^timeout |not queryable|^Client was closed/.test(messageOf(thrown))
      ? error('unreachable', lost)
      : thrown
  switch (code) {
    case '28P01':
    case '28000':
      return error(
        'unreachable',
        `the server does not let role ${role} in: check the password (PGPASSWORD, a password file, or the URL) and pg_hba.conf`,
      )
    case '3D000':
      return error('unreachable', `there is no database ${database}`)
    case '42501':
      if (/row-level security/.test(messageOf(thrown))) return error('tampered-schema', 'row security hides records')
      return error(
        'unreachable',
        `role ${role} lacks a right: let an administrator GRANT ${writer} TO ${identifier(role)} (to append) or GRANT ${reader} TO ${identifier(role)} (to read)`,
      )
    case '25006':
      return error('refused', 'this server only reads: it is a standby; append at its primary')
    case '53300':
      return error('unreachable', 'the server has no connection left')
    case '55P03':
      return error('unreachable', 'somebody else holds the lock for appending; try again')
    case '57P03':
      return error('unreachable', 'the server is starting or stopping; try again')
    case '0A000':
      return error('tampered-schema', 'a rule stands before one of the tables; run touchstone ledger verify')
    case 'ENOENT':
    case 'ECONNREFUSED':
      return error('unreachable', 'no server answers there; is PostgreSQL running, and are host and port right?')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return error('unreachable', 'the name of the host is not known')
    case 'ECONNRESET':
    case 'EPIPE':
    case '57P01':
    case '57P02':
      return error('unreachable', lost)
    case '42P01':
    case '3F000':
      return error('wrong-schema', 'a table of the ledger is not there; make a ledger with touchstone ledger init')
    default:
  }
  if (code.startsWith('08') || code.startsWith('E')) return error('unreachable', `no connection (${code})`)
  if (code.startsWith('23')) return error('refused', `the database refused a record: ${messageOf(thrown)}`)
  return thrown
}

/** Whether what `explain` calls unreachable may be reached later, without anybody mending anything. */
export const isPassing = (thrown: unknown): boolean => !lasting.includes(codeOf(thrown) ?? '')

/** Not let in, no such database, a right that is lacking. */
const lasting: readonly string[] = ['28P01', '28000', '3D000', '42501']

// Appending again is safe: the same bytes are kept once.
const lost = 'the connection was lost; what was being appended is there as a whole or not at all: run the command again'

/** SQLSTATE, or what Node calls it. */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  if (/client password must be a string|no password/i.test(thrown.message)) return '28P01'
  const errors = thrown instanceof AggregateError ? (thrown.errors as readonly unknown[]) : []
  const { code } = thrown as { code?: unknown }
  if (typeof code === 'string') return code
  return errors.map(codeOf).find((each) => each !== undefined)
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : '')
