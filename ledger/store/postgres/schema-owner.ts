import type pg from 'pg'

/**
 * What a role is told that lacks a right on a schema which the first role that needed it made; undefined where there is
 * no such schema yet.
 */
export async function whoseSchema(
  client: Pick<pg.Pool, 'query'>,
  schema: string,
  role: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT quote_ident(pg_get_userbyid(nspowner)) AS owner FROM pg_namespace WHERE nspname = $1',
    [schema],
  )
  const owner = rows[0]?.owner
  if (owner === undefined) return undefined
  return `role ${role} may not use the schema ${schema}, which belongs to role ${owner}: connect as ${owner}, or let an administrator GRANT ${owner} TO ${role}`
}
