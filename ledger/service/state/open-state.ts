import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { LedgerError, shownPlace } from '../../store/index.ts'
import { type StateDatabase, StateError } from './state-database.ts'

/**
 * The state that belongs to a ledger: a file beside a SQLite ledger, or in `folder`; the schema `service` of a PostgreSQL
 * database.
 * @param ledger a file, `sqlite:FILE` or `postgres://…`
 * @throws StateError
 */
export async function openState(ledger: string, folder?: string): Promise<StateDatabase> {
  // Before a file is made of a name that is none.
  await shownPlace(ledger).catch((thrown: unknown) => {
    throw thrown instanceof LedgerError ? new StateError(thrown.message, { cause: thrown }) : thrown
  })
  if (folder === undefined && /^postgres(?:ql)?:/i.test(ledger)) {
    return (await import('./postgres-state.ts')).openPostgresState(ledger)
  }
  const file = resolve(ledger.replace(/^sqlite:/i, ''))
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw new StateError(`the folder ${folder} cannot be made`, { cause })
    })
  }
  const { openSqliteState } = await import('./sqlite-state.ts')
  return openSqliteState(join(folder ?? dirname(file), 'touchstone-service.sqlite'))
}
