import type pg from 'pg'
import { owner } from './roles.ts'

/** Whose the schema is, and what gives it away. All quoted where that is needed. */
interface Standing {
  readonly me: string
  readonly theirs: string
  /** Is, or may act as, a superuser or the role that owns the ledgers. */
  readonly mighty: boolean
  readonly statements: readonly string[]
}

const standing = `SELECT quote_ident(current_user) AS me, quote_ident(r.rolname) AS theirs,
    EXISTS (SELECT FROM pg_roles AS s WHERE (s.rolsuper OR s.rolname = '${owner}') AND pg_has_role(r.oid, s.oid, 'MEMBER')) AS mighty,
    ARRAY[format('ALTER SCHEMA %I OWNER TO %I;', nspname, current_user)] || array(
      SELECT format('ALTER TABLE %I.%I OWNER TO %I;', nspname, relname, current_user)
      FROM pg_class WHERE relnamespace = n.oid AND relkind = 'r' ORDER BY relname) AS statements
  FROM pg_namespace AS n JOIN pg_roles AS r ON r.oid = n.nspowner WHERE nspname = $1`

/**
 * What a role is told that lacks a right on a schema which the first role that needed it made; undefined where there is
 * no such schema yet. Whoever appends must never be given a role that can change the ledgers' tables: then the schema is
 * given to them instead.
 */
export async function whoseSchema(client: Pick<pg.Pool, 'query'>, schema: string): Promise<string | undefined> {
  const [found] = (await client.query<Standing>(standing, [schema])).rows
  if (found === undefined) return undefined
  const { me, theirs, mighty, statements } = found
  const says = `role ${me} may not use the schema ${schema}, which belongs to role ${theirs}: `
  return mighty
    ? `${says}let an administrator run ${statements.join(' ')}`
    : `${says}connect as ${theirs}, or let an administrator run GRANT ${theirs} TO ${me};`
}
