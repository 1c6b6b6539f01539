import type pg from 'pg'
import { LedgerError } from '../store.ts'
import { catalogProblems, readCatalog } from './catalog.ts'
import { appendLock } from './guards.ts'
import { migration077 } from './migration-077.ts'
import { type Place, readPlace } from './place.ts'
import { findLedger } from './require-ledger.ts'
import { owner, reader, rolesByHand, writer } from './roles.ts'
import { requireVersion } from './server-version.ts'
import { openSessions, toWrite } from './session.ts'

/**
 * Makes the four ledgers in schema `ledger` of a database that exists, and the roles where they are missing; leaves a
 * ledger of this version as it is. Whoever makes them may append afterwards, and change nothing.
 * @throws LedgerError `unreachable` and `wrong-schema` with nothing made; `tampered-schema` when the ledger is there and
 * an administrator has something to do before it can be used
 */
export async function initPostgres(url: string): Promise<void> {
  const place = readPlace(url)
  await using sessions = openSessions(url, place, { connections: 1 })
  const { problems, left } = await sessions.transact(async (client) => {
    await requireVersion(client)
    // Whoever else is making it comes first or second.
    await client.query('SELECT pg_advisory_xact_lock($1)', [appendLock])
    const found = await findLedger(client)
    if (typeof found === 'object') throw new LedgerError('wrong-schema', `${place.shown}: ${found.says}`)
    if (found === 'nothing') await make(client, place)
    const { rows } = await client.query<{ statement: string }>(leftToDo)
    return { problems: catalogProblems(await readCatalog(client)), left: rows.map(({ statement }) => statement) }
  }, toWrite)
  if (problems.length === 0) return
  const says = `the ledger is there and not sound: ${problems.join('; ')}`
  const run = left.length === 0 ? '' : `; let an administrator run ${left.join(' ')} and try again`
  throw new LedgerError('tampered-schema', `${place.shown}: ${says}${run}`)
}

/** What only an administrator can do after the tables were made by somebody who is none. */
const leftToDo = `SELECT format('REVOKE ${owner} FROM %I;', pg_get_userbyid(member)) AS statement
    FROM pg_auth_members AS m WHERE pg_get_userbyid(roleid) = '${owner}'
      AND (coalesce((to_jsonb(m) ->> 'set_option')::boolean, true) OR coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, true))
  UNION ALL SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC;', datname)
    FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) AS a
    WHERE datname = current_database() AND a.grantee = 0 AND a.privilege_type = 'TEMPORARY'`

interface Me {
  /** Both quoted. */
  readonly role: string
  readonly database: string
  readonly super: boolean
  readonly makes_roles: boolean
  readonly makes_schemas: boolean
  readonly roles: readonly string[]
  readonly owns_ledgers: boolean
}

async function make(client: pg.ClientBase, place: Place): Promise<void> {
  const { rows } = await client.query<Me>(
    `SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database, rolsuper AS super,
      rolsuper OR rolcreaterole AS makes_roles, has_database_privilege(current_database(), 'CREATE') AS makes_schemas,
      array(SELECT rolname::text FROM pg_roles WHERE rolname = ANY ($1)) AS roles,
      rolsuper OR EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid AND pg_get_userbyid(roleid) = $2) AS owns_ledgers
    FROM pg_roles AS r WHERE rolname = current_user`,
    [[owner, writer, reader], owner],
  )
  const [me] = rows
  if (!me) throw new Error('the role that is connected does not exist')
  const byHand = (what: string, statements: string): LedgerError =>
    new LedgerError('unreachable', `${place.shown}: ${what}; let an administrator run ${statements} and try again`)
  if (!me.makes_schemas)
    throw byHand('the role may not make a schema', `GRANT CREATE ON DATABASE ${me.database} TO ${me.role};`)
  const missing = [owner, writer, reader].filter((role) => !me.roles.includes(role))
  if (!me.makes_roles && (missing.length > 0 || !me.owns_ledgers)) {
    throw byHand('the role may not make the roles that keep the ledgers apart', rolesByHand(me.role, missing))
  }
  for (const role of missing) await client.query(makeRole(role))
  // Membership of the owner only until the end of this transaction, where it is ours to end.
  const joins = !me.super && (missing.includes(owner) || !me.owns_ledgers)
  if (joins) await client.query(`GRANT ${owner}, ${writer} TO ${me.role}`)
  await client.query(`CREATE SCHEMA ledger AUTHORIZATION ${owner}`)
  await client.query(`SET LOCAL ROLE ${owner}`)
  await client.query(migration077())
  await client.query('RESET ROLE')
  if (joins) await client.query(`REVOKE ${owner} FROM ${me.role}`)
  // Only its owner can; when we are not, the check afterwards says what is missing.
  await client.query(`REVOKE TEMPORARY ON DATABASE ${me.database} FROM PUBLIC`)
}

/** Roles belong to the whole server: somebody may be making them for another database. */
const makeRole = (role: string): string =>
  `DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`
