import { type CertificationRunBody, readBody } from '../record/index.ts'
import type { LedgerStore, RunKey, StoredRecord } from './store.ts'

/** The evidence that counts for a subject, kind and account, or why there is none. Whether it has expired is not asked. */
export type Evidence =
  | { readonly state: 'passed'; readonly run: StoredRecord }
  /** No run ever. */
  | { readonly state: 'missing' }
  /** Every run failed; `run` is the newest. */
  | { readonly state: 'failed'; readonly run: StoredRecord }
  /** There is a pass, and a failure that was appended after it or tested no earlier. */
  | { readonly state: 'superseded'; readonly run: StoredRecord; readonly by: StoredRecord }

/**
 * A later failure takes a pass away, whichever way it is later: by its place in the ledger, which nobody can choose, or by
 * the time of its test, which an operator states (§3.1.4). The pass appended last decides: one before it does not come back.
 */
export async function evidenceFor(store: LedgerStore, key: RunKey): Promise<Evidence> {
  const run = await store.newestPass(key)
  if (!run) {
    const newest = await store.newestRun(key)
    return newest ? { state: 'failed', run: newest } : { state: 'missing' }
  }
  const { tested_at: testedAt } = readBody(run.body) as CertificationRunBody
  const by = await store.failureAfter(key, { seq: run.seq, testedAt })
  return by ? { state: 'superseded', run, by } : { state: 'passed', run }
}
