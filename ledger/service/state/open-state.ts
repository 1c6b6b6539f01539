import { dirname, join, resolve } from 'node:path'
import type { StateDatabase } from './state-database.ts'

/**
 * The state that belongs to a ledger: a file beside a SQLite ledger, or in `folder`; the schema `service` of a PostgreSQL
 * database.
 * @param ledger a file, `sqlite:FILE` or `postgres://…`
 * @throws StateError
 */
export async function openState(ledger: string, folder?: string): Promise<StateDatabase> {
  if (folder === undefined && /^postgres(?:ql)?:/i.test(ledger)) {
    return (await import('./postgres-state.ts')).openPostgresState(ledger)
  }
  const file = resolve(ledger.replace(/^sqlite:/i, ''))
  const { openSqliteState } = await import('./sqlite-state.ts')
  return openSqliteState(join(folder ?? dirname(file), 'touchstone-service.sqlite'))
}
