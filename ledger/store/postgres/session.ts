import pg from 'pg'
import { LedgerError } from '../store.ts'
import { explain } from './explain.ts'
import type { Place } from './place.ts'

/** Connections to one ledger; every failure comes as a `LedgerError` where there is something to say. */
export interface Sessions extends AsyncDisposable {
  /** In one transaction, which is rolled back when the work throws. */
  transact<Result>(work: (client: pg.ClientBase) => Promise<Result>, begin: string): Promise<Result>
  /** Each statement on its own, on any connection. */
  ask<Result>(work: (asked: Pick<pg.ClientBase, 'query'>) => Promise<Result>): Promise<Result>
}

export interface SessionOptions {
  /** How many connections may be open at once. */
  readonly connections?: number
  /** How long to wait for a connection, and for others who append. */
  readonly timeoutMs?: number
}

/** Everything of one instant. */
export const toRead = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** Each statement sees what was committed before it: whoever has waited for the lock reads the newest record. */
export const toWrite = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE'

// Nothing is found through the path, a policy that hides rows is an error, and a commit has reached the disk.
const settings = `SELECT set_config('search_path', 'pg_catalog', false), set_config('row_security', 'off', false),
  set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'on'), false),
  set_config('lock_timeout', $1, false)`

export function openSessions(
  url: string,
  place: Place,
  { connections = 4, timeoutMs = 30_000 }: SessionOptions,
): Sessions {
  const pool = new pg.Pool({
    Client: ClosingClient,
    connectionString: url,
    application_name: 'touchstone',
    max: connections,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    verify: (client, done) => void client.query(settings, [`${timeoutMs}`]).then(() => done(), done),
  })
  // A server that stops while a connection idles: the next query says so.
  pool.on('error', () => {})
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    client.on('error', ignore)
    return client
  }
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (thrown) {
      throw explain(thrown, place)
    }
  }
  return {
    ask: (work) => guarded(() => work(pool as Pick<pg.ClientBase, 'query'>)),
    transact: (work, begin) =>
      guarded(async () => {
        const client = await connect()
        let broken: Error | undefined
        try {
          await client.query(begin)
          const result = await work(client)
          await client.query('COMMIT')
          return result
        } catch (thrown) {
          broken = await rolledBack(client)
          throw thrown
        } finally {
          client.off('error', ignore)
          client.release(broken)
        }
      }),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

const ignore = (): void => {}

/**
 * The pool forgets a client that could not connect, without closing it. A server that still waits for a password would keep
 * the connection for a minute, and with it this process and whoever drops the database.
 */
class ClosingClient extends pg.Client {
  override connect(): Promise<pg.Client>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.Client> | void {
    if (done === undefined) return super.connect()
    super.connect((error: Error | null) => {
      if (error) this.end().catch(ignore)
      done(error, this)
    })
  }
}

type Connected = (error: Error | null, client: pg.Client) => void

/** A connection that cannot even be rolled back is given up. */
async function rolledBack(client: pg.ClientBase): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch {
    return new LedgerError('unreachable', 'the connection was lost')
  }
}
