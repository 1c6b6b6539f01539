import type pg from 'pg'
import { LedgerError } from '../store.ts'

const oldest = 15

/** @throws LedgerError `wrong-schema` for a server that lacks what the schema check reads. */
export async function requireVersion(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number`,
  )
  const [found] = rows
  if (found && found.number >= oldest * 10_000) return
  throw new LedgerError(
    'wrong-schema',
    `PostgreSQL ${oldest} or later is needed, and this is ${found?.version ?? 'not it'}`,
  )
}
