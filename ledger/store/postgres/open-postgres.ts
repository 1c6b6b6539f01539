import { readBatch } from '../read-batch.ts'
import { whyNotNext } from '../checkpoint-order.ts'
import { LedgerError, type LedgerStore, type StoredCheckpoint } from '../store.ts'
import { checkpointTable } from '../tables.ts'
import { append, lockAndCheck, requireInserted } from './append.ts'
import { catalogProblems, readCatalog } from './catalog.ts'
import { readPlace } from './place.ts'
import * as queries from './queries.ts'
import { requireLedger } from './require-ledger.ts'
import { rowProblems } from './row-problems.ts'
import { requireVersion } from './server-version.ts'
import { openSessions, type SessionOptions, toRead, toWrite } from './session.ts'

export { initPostgres } from './init-postgres.ts'

export interface PostgresOptions extends SessionOptions {
  /** Nothing will be appended. */
  readonly readonly?: boolean
}

const pageSize = 500

/**
 * Opens ledgers that `initPostgres` made, over connections of their own.
 * @throws LedgerError `unknown-url`, `unreachable` and `wrong-schema`. No message and no cause has the password.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<LedgerStore> {
  const place = readPlace(url)
  const sessions = openSessions(url, place, options)
  try {
    await sessions.ask(async (asked) => {
      await requireVersion(asked)
      await requireLedger(asked, place)
    })
  } catch (thrown) {
    await sessions[Symbol.asyncDispose]()
    throw thrown
  }
  const { ask, transact } = sessions
  const write = async <Result>(work: (client: queries.Asked) => Promise<Result>): Promise<Result> => {
    if (options.readonly) throw new LedgerError('refused', `${place.shown} was opened for reading`)
    return await transact(work, toWrite)
  }

  async function* paged<Item extends { readonly seq: number }>(
    from: number,
    next: (asked: queries.Asked, from: number) => Promise<readonly Item[]>,
  ): AsyncIterable<Item> {
    for (let at = from; ;) {
      const page = await ask((asked) => next(asked, at))
      yield* page
      const last = page.at(-1)
      if (!last || page.length < pageSize) return
      at = last.seq + 1
    }
  }

  return {
    kind: 'postgres',
    append: async (batches) => {
      const entries = batches.flatMap(readBatch)
      return await write((client) => append(client, entries))
    },
    heads: () => ask(queries.heads),
    read: (ledger, from = 1, upTo = Number.MAX_SAFE_INTEGER) =>
      paged(from, (asked, at) => queries.page(asked, ledger, at, upTo, pageSize)),
    byId: (ledger, id) => ask((asked) => queries.byId(asked, ledger, id)),
    checksOf: (runId) => ask((asked) => queries.checksOf(asked, runId)),
    newestReview: (key) => ask((asked) => queries.newestReview(asked, key)),
    newestPass: (key) => ask((asked) => queries.newestPass(asked, key)),
    failureAfter: (key, pass) => ask((asked) => queries.failureAfter(asked, key, pass)),
    newestRun: (key) => ask((asked) => queries.newestRun(asked, key)),
    newestControls: (subject, now) => ask((asked) => queries.newestControls(asked, subject, now)),
    appendCheckpoint: (envelope) => write((client) => appendCheckpoint(client, envelope)),
    checkpoints: (from = 1) => paged(from, (asked, at) => queries.checkpointPage(asked, at, pageSize)),
    rowProblems: () =>
      transact(async (client) => {
        await client.query(
          'SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off',
        )
        return await rowProblems(client)
      }, toRead),
    schemaProblems: () => ask(async (asked) => catalogProblems(await readCatalog(asked))),
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  }
}

async function appendCheckpoint(client: queries.Asked, envelope: string): Promise<StoredCheckpoint> {
  await lockAndCheck(client)
  const newest = await queries.newestCheckpoint(client)
  const complaints = whyNotNext(envelope, newest?.envelope)
  if (complaints.length > 0) throw new LedgerError('refused', `not the next checkpoint: ${complaints.join('; ')}`)
  const seq = (newest?.seq ?? 0) + 1
  const { rowCount } = await client.query(`INSERT INTO ledger.${checkpointTable} (seq, envelope) VALUES ($1, $2)`, [
    seq,
    envelope,
  ])
  requireInserted(rowCount, 1)
  return { seq, envelope }
}
