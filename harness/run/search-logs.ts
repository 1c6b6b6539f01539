import type { Leak, SecretBook, SecretKind } from '../checks/secret-book.ts'
import type { LogControl, ProcessControl } from '../target/index.ts'

/** Chunks overlap by more than the longest encoded secret, so that none hides on a seam. */
const overlap = 16 * 1024
const chunkBytes = 4 * 1024 * 1024

/**
 * Gives a search over everything that was logged. The first one ends the connector with SIGTERM where the process is ours,
 * so that what it buffered is there too.
 */
export function logSearch(
  logs: LogControl,
  process: ProcessControl | undefined,
  secrets: SecretBook,
): (kinds: readonly SecretKind[]) => Promise<readonly Leak[]> {
  let complete: Promise<void> | undefined
  const toTheEnd = async (): Promise<void> => {
    if (process?.running) await process.terminate()
    await logs.complete()
  }
  return async (kinds) => {
    await (complete ??= toTheEnd())
    const found: Leak[] = []
    let pending = Buffer.alloc(0)
    const search = (): void => void found.push(...secrets.search(pending, kinds))
    await logs.read((chunk) => {
      pending = Buffer.concat([pending, chunk])
      if (pending.length < chunkBytes) return
      search()
      pending = pending.subarray(pending.length - overlap)
    })
    search()
    return found
  }
}
