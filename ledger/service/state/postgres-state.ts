import pg from 'pg'
import { codeOf, explain, isPassing } from '../../store/postgres/explain.ts'
import { identifier, type Place, readPlace } from '../../store/postgres/place.ts'
import { whoseSchema } from '../../store/postgres/schema-owner.ts'
import { LedgerError } from '../../store/index.ts'
import { otherVersion } from './sqlite-state.ts'
import { type Row, type StateDatabase, StateError } from './state-database.ts'
import { stateTables, stateVersion } from './state-schema.ts'

/** Whoever else makes the tables comes first or second. */
const lock = 7_701_977

/**
 * The schema `service` of the ledger's database, made where it is missing, so that several services share it.
 * @throws StateError
 */
export async function openPostgresState(url: string): Promise<StateDatabase> {
  const place = readPlace(url)
  const { shown } = place
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'touchstone service',
    max: 4,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    verify: (client, done) => void client.query(settings).then(() => done(), done),
  })
  // A server that stops while a connection idles: the next statement says so.
  pool.on('error', () => {})
  try {
    await prepare(pool, shown)
  } catch (thrown) {
    const why = await whyNot(pool, thrown, place)
    await pool.end()
    throw thrown instanceof StateError ? thrown : new StateError(why, { cause: thrown })
  }
  return {
    async ask(statement, values = []) {
      try {
        return (await pool.query<Row>(statement, [...values])).rows
      } catch (thrown) {
        const known = explain(thrown, place)
        throw known instanceof LedgerError && known.code === 'unreachable'
          ? new StateError(known.message, { cause: thrown, passing: isPassing(thrown) })
          : thrown
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

/** Asks the server once more where a right is lacking: the schema may be somebody else's. */
async function whyNot(pool: pg.Pool, thrown: unknown, place: Place): Promise<string> {
  if (!(thrown instanceof Error && 'code' in thrown && thrown.code === '42501')) {
    const known = explain(thrown, place)
    const code = codeOf(thrown) ?? 'unknown reason'
    return known instanceof LedgerError
      ? known.message
      : `the state of the service in ${place.shown} cannot be opened (${code})`
  }
  return (
    (await whoseSchema(pool, 'service').catch(() => undefined)) ??
    `${place.shown}: the state of the service is kept in a schema of its own: let an administrator run GRANT CREATE ON DATABASE ${identifier(place.database)} TO ${identifier(place.role)};`
  )
}

// Names are found in our schema and nowhere else, and a commit has reached the disk.
const settings = `SELECT set_config('search_path', 'service, pg_catalog', false),
  set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false),
  set_config('statement_timeout', '10000', false)`

async function prepare(pool: pg.Pool, shown: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    const { rowCount } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'service'")
    if (rowCount === 0) await client.query('CREATE SCHEMA service')
    for (const statement of stateTables('service', 'service.admins')) await client.query(statement)
    const { rows } = await client.query<{ number: string }>('SELECT number FROM service.version')
    if (rows.some(({ number }) => Number(number) !== stateVersion)) throw new StateError(otherVersion(shown))
    await client.query('COMMIT')
    client.release()
  } catch (thrown) {
    client.release(true)
    throw thrown
  }
}
