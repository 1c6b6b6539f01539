import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initStore, openStore } from '../open-store.ts'
import type { LedgerStore } from '../store.ts'
import type { FreshLedgers } from '../store-conformance.test.support.ts'

export interface FreshFile extends FreshLedgers {
  readonly path: string
  /** A folder of its own, in which copies may lie. */
  readonly folder: string
}

/** Empty ledgers in a file of a new folder, which disposing takes away. */
export async function freshFile(): Promise<FreshFile> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  const path = join(folder, 'evidence.sqlite')
  const opened: LedgerStore[] = []
  await initStore(path).catch(async (error: unknown) => {
    await rm(folder, { recursive: true })
    throw error
  })
  return {
    path,
    folder,
    open: async () => {
      const store = await openStore(path)
      opened.push(store)
      return store
    },
    [Symbol.asyncDispose]: async () => {
      for (const store of opened) await store[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}
