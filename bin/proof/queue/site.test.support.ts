import { openWire } from '../../../harness/wire/index.ts'
import { fingerprintKey } from '../../../ledger/record/index.ts'
import type { WorkerOptions } from '../../../ledger/queue/index.ts'
import { now, requirements_digest, sources } from '../../../ledger/readiness/healthy.test.support.ts'
import { openReadiness, type ProviderSource } from '../../../ledger/readiness/index.ts'
import type { LedgerStore } from '../../../ledger/store/index.ts'
import { samples } from '../../../ledger/store/sample-bodies.test.support.ts'
import { connectorToken } from '../../../fixtures/testing.test.support.ts'

/** What a worker in another process is told. */
export interface Site {
  readonly ledger: string
  /** Where the queue is: the ledger itself, or a PostgreSQL database. */
  readonly queue: string
  readonly connector: string
  readonly provider: ProviderSource
  /** Die when the request to publish would be sent, instead of sending it. */
  readonly dieBefore: boolean
}

/** A worker on the ledgers that `healthy` makes, with their clock. */
export async function workerOf(
  { connector, provider }: Pick<Site, 'connector' | 'provider'>,
  store: LedgerStore,
): Promise<Omit<WorkerOptions, 'queue'>> {
  const clock = (): number => Date.parse(now)
  const readiness = await openReadiness({
    sources: { ...sources, providers: [provider] },
    store,
    trusted: samples(7).trusted,
    key: fingerprintKey(Buffer.alloc(32, 7)),
    requirements_digest,
    clock,
  })
  return {
    readiness,
    clock,
    isAdministrator: async () => false,
    connect: async () => openWire({ url: connector, token: connectorToken }),
    patience: { firstPauseMs: 20, longestPauseMs: 200, totalMs: 10_000 },
    retryMs: 0,
    signal: AbortSignal.timeout(60_000),
  }
}
