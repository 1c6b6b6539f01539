import { readStoreUrl, type StoreUrl } from '../store/index.ts'
import type { Queue } from './queue.ts'

/**
 * The queue that belongs to ledgers, made where it is missing: `FILE-queue` beside a ledger file, a schema
 * `touchstone_queue` in a PostgreSQL database.
 * @throws LedgerError `unknown-url` and `unreachable`; QueueError where a right is missing
 */
export async function openQueue(ledgers: StoreUrl): Promise<Queue> {
  const place = readStoreUrl(ledgers)
  if (place.kind === 'sqlite') return (await import('./sqlite-queue.ts')).openSqliteQueue(`${place.path}-queue`)
  return (await import('./postgres-queue.ts')).openPostgresQueue(ledgers)
}
