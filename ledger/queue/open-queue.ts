import { readStoreUrl, type StoreUrl } from '../store/index.ts'
import type { Queue } from './queue.ts'

export interface OpenQueueOptions {
  /** Whether it is made where it is missing; true unless told. */
  readonly make?: boolean
}

/**
 * The queue that belongs to ledgers: `FILE-queue` beside a ledger file, a schema
 * `touchstone_queue` in a PostgreSQL database.
 * @throws LedgerError `unknown-url` and `unreachable`; QueueError where it or a right is missing, or the file cannot be used
 */
export async function openQueue(ledgers: StoreUrl, options: OpenQueueOptions = {}): Promise<Queue> {
  const place = readStoreUrl(ledgers)
  if (place.kind === 'sqlite')
    return (await import('./sqlite-queue.ts')).openSqliteQueue(`${place.path}-queue`, options)
  return (await import('./postgres-queue.ts')).openPostgresQueue(ledgers, options)
}
