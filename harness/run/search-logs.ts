import { everyKind, type Leak, type SecretBook, type SecretKind } from '../checks/secret-book.ts'
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
  /** All kinds in one pass, which for a long log takes seconds. */
  const searchAll = async (): Promise<readonly Leak[]> => {
    const found: Leak[] = []
    let pending: Buffer[] = []
    let size = 0
    const search = (): void => {
      const text = Buffer.concat(pending)
      found.push(...secrets.search(text, everyKind))
      pending = [text.subarray(-overlap)]
      size = pending[0]?.length ?? 0
    }
    await logs.read((chunk) => {
      pending.push(Buffer.from(chunk))
      size += chunk.length
      if (size >= chunkBytes) search()
    })
    search()
    return found
  }
  let last: { readonly bytes: number; readonly found: Promise<readonly Leak[]> } | undefined
  return async (kinds) => {
    await (complete ??= toTheEnd())
    // A process of ours has ended, so that nothing comes later; the log of another may still grow.
    if (last?.bytes !== logs.bytes()) last = { bytes: logs.bytes(), found: searchAll() }
    return (await last.found).filter(({ kind }) => kinds.includes(kind))
  }
}
