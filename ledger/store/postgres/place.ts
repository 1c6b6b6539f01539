import pg from 'pg'
import { LedgerError } from '../store.ts'

/** Where a ledger is, in words that can be printed. */
export interface Place {
  /** Role, host, port and database. Neither the password nor parameters, which can hold one too. */
  readonly shown: string
  readonly role: string
  readonly database: string
}

/**
 * Reads `postgres://role@host:port/database?parameters`; what it leaves open comes from `PGHOST` and its like.
 * @throws LedgerError `unknown-url`
 */
export function readPlace(url: string): Place {
  if (!/^postgres(ql)?:\/\//.test(url)) throw new LedgerError('unknown-url', 'the URL does not start with postgres://')
  const { user, host, port, database } = client(url)
  const role = printable(user ?? '')
  return {
    shown: printable(`postgres://${role}@${host}:${port}/${database ?? ''}`),
    role,
    database: printable(database ?? role),
  }
}

function client(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url })
  } catch {
    // Not as a cause: what was thrown may quote the URL.
    throw new LedgerError(
      'unknown-url',
      'not a URL of PostgreSQL: expected postgres://role@host:port/database, with characters such as @ : / # % in a password percent-encoded',
    )
  }
}

/** A name as it stands in a statement that somebody is to run. */
export const identifier = (name: string): string => pg.escapeIdentifier(name)

const printable = (text: string): string => text.replaceAll(/[^!-~]/g, '?')
