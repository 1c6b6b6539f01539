import { recordHash, type TrustedKey, verifyBody } from '../../ledger/record/index.ts'
import { type Appended, LedgerError, openStore, type StoredRecord } from '../../ledger/store/index.ts'
import type { MadeRecord } from './make-records.ts'

/** Opens and closes the ledgers, to say before a long run that they cannot be had. @throws LedgerError */
export async function expectLedger(url: string): Promise<void> {
  await using _store = await openStore(url)
}

/**
 * Appends all records or none, and reads every one of them back: the very bytes, the hash over them, the signature.
 * @returns what became of each run, in the order of the records
 * @throws LedgerError
 */
export async function appendRecords(
  url: string,
  records: readonly MadeRecord[],
  own: TrustedKey,
): Promise<readonly Appended[]> {
  await using store = await openStore(url)
  const appended = await store.append(records.map(({ bodies }) => bodies))
  const runs: Appended[] = []
  for (const { run, bodies } of records) {
    const stored = [await store.byId('certification_run', run.id), ...(await store.checksOf(run.id))]
    const found = stored.filter((record) => record !== undefined)
    const sound = bodies.every(({ body }) => found.some((record) => record.body === body && isSound(record, own)))
    const seen = appended.find(({ ledger, id }) => ledger === 'certification_run' && id === run.id)
    if (!sound || found.length !== bodies.length || !seen) {
      throw new LedgerError('refused', `the ledger does not give back what was appended as run ${run.id}`)
    }
    runs.push(seen)
  }
  return runs
}

function isSound(record: StoredRecord, own: TrustedKey): boolean {
  verifyBody(record, [own])
  return recordHash(record.ledger, record.seq, record.prevHash, record.body) === record.recordHash
}
