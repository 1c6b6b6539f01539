import type Database from 'better-sqlite3'
import { genesisHash, ledgerNames } from '../../record/index.ts'
import type { LedgerStore } from '../store.ts'
import { append } from './append.ts'
import { appendCheckpoint, checkpointPage } from './checkpoints.ts'
import { explained } from './explain-error.ts'
import * as queries from './queries.ts'
import { rowProblems } from './row-problems.ts'
import { schemaProblems } from './schema-problems.ts'

/** Rows of one page: an open cursor would keep this connection from writing. */
const pageSize = 500

/** The ledgers over a connection that `connect` opened. */
export function sqliteStore(database: Database.Database, path: string): LedgerStore {
  const asked = async <Answer>(answer: () => Answer): Promise<Answer> => {
    try {
      return answer()
    } catch (thrown) {
      throw explained(path, thrown)
    }
  }
  async function* paged<Item extends { readonly seq: number }>(
    from: number,
    next: (from: number) => readonly Item[],
  ): AsyncIterable<Item> {
    for (let at = from; ;) {
      const page = await asked(() => next(at))
      yield* page
      const last = page.at(-1)
      if (!last || page.length < pageSize) return
      at = last.seq + 1
    }
  }

  return {
    kind: 'sqlite',
    append: (batches) => asked(() => append(database, batches)),
    heads: () => asked(() => heads(database)),
    read: (ledger, from = 1, upTo = Number.MAX_SAFE_INTEGER) =>
      paged(from, (at) => queries.page(database, ledger, at, upTo, pageSize)),
    byId: (ledger, id) => asked(() => queries.byId(database, ledger, id)),
    checksOf: (runId) => asked(() => queries.checksOf(database, runId)),
    newestReview: (key) => asked(() => queries.newestReview(database, key)),
    newestPass: (key) => asked(() => queries.newestPass(database, key)),
    failureAfter: (key, pass) => asked(() => queries.failureAfter(database, key, pass)),
    newestRun: (key) => asked(() => queries.newestRun(database, key)),
    newestControls: (subject, now) => asked(() => queries.newestControls(database, subject, now)),
    appendCheckpoint: (envelope) => asked(() => appendCheckpoint(database, envelope)),
    checkpoints: (from = 1) => paged(from, (at) => checkpointPage(database, at, pageSize)),
    rowProblems: () => asked(() => rowProblems(database)),
    schemaProblems: () => asked(() => schemaProblems(database)),
    [Symbol.asyncDispose]: async () => void database.close(),
  }
}

/** All four at one instant. */
const heads = (database: Database.Database): Awaited<ReturnType<LedgerStore['heads']>> =>
  database.transaction(() =>
    ledgerNames.map((ledger) => {
      const { seq: size = 0, hash = genesisHash } = queries.head(database, ledger) ?? {}
      return { ledger, size, hash }
    }),
  )()
