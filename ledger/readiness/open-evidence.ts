import {
  type Body,
  type BodyOf,
  complaintsAboutRun,
  genesisHash,
  type LedgerName,
  recordHash,
  type TrustedKey,
  verifyBody,
} from '../record/index.ts'
import type { Head, LedgerStore, StoredRecord } from '../store/store.ts'
import { type EvidenceSource, EvidenceUnavailable } from './evidence-source.ts'

/** A clock may lag this much behind the one that stamped the newest record; beyond that it is set back. */
const tolerancedLagMs = 5 * 60_000

/**
 * Evidence of ledgers that were verified as a whole up to `verified`. Before every answer the records that came since are
 * verified too, and every record that an answer rests on is hashed and its signature checked once more: the cost does not
 * grow with the ledger, and neither a shortened history nor an edited record is believed.
 */
export function openEvidence(options: {
  readonly store: LedgerStore
  readonly trusted: readonly TrustedKey[]
  readonly verified: readonly Head[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
}): EvidenceSource {
  const { store, trusted, clock } = options
  const known = new Map(options.verified.map((head) => [head.ledger, head]))
  let turn: Promise<void> = Promise.resolve()

  /** One after the other: what was verified is verified once. */
  const upToDate = (): Promise<void> => {
    const next = turn.then(async () => {
      for (const head of await store.heads()) known.set(head.ledger, await caughtUp(store, head, known, trusted))
      await clockIsRight(store, known, trusted, clock)
    })
    turn = next.catch(() => undefined)
    return next
  }

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      await upToDate()
      return await question()
    } catch (error) {
      if (error instanceof EvidenceUnavailable) throw error
      throw new EvidenceUnavailable('the ledger cannot be read', { cause: error })
    }
  }

  return {
    review: (key) =>
      ask(async () => {
        const record = await store.newestReview(key)
        return record && { ...believed('approval_review', record, trusted), recordHash: record.recordHash }
      }),
    controls: (subject, now) =>
      ask(async () => {
        const records = await store.newestControls(subject, now)
        return records.map((record) => believed('runtime_control', record, trusted))
      }),
    evidence: (key) =>
      ask(async () => {
        const pass = await store.newestPass(key)
        const record = pass ?? (await store.newestRun(key))
        if (record === undefined) return undefined
        const run = believed('certification_run', record, trusted)
        const checks = (await store.checksOf(run.id)).map((each) => believed('certification_check', each, trusted))
        const complaints = complaintsAboutRun(run, checks)
        if (complaints.length > 0) throw new EvidenceUnavailable(`run ${run.id}: ${complaints.join('; ')}`)
        const failure = pass && (await store.failureAfter(key, { seq: pass.seq, testedAt: run.tested_at }))
        return { run, checks, superseded: failure !== undefined, recordHash: record.recordHash }
      }),
  }
}

/** The body of a record, after everything that can be seen from the record alone. */
function believed<Name extends LedgerName>(
  ledger: Name,
  record: StoredRecord,
  trusted: readonly TrustedKey[],
): BodyOf<Name> {
  const { seq, prevHash, body: text } = record
  if (recordHash(ledger, seq, prevHash, text) !== record.recordHash) {
    throw new EvidenceUnavailable(`${ledger} ${seq}: its hash is not that of its bytes`)
  }
  const { body } = verifyBody(record, trusted)
  if (!isOf(ledger, body)) throw new EvidenceUnavailable(`${ledger} ${seq}: is a record of ${body.ledger}`)
  return body
}

const isOf = <Name extends LedgerName>(ledger: Name, body: Body): body is BodyOf<Name> => body.ledger === ledger

/** Verifies what came after the head that is known, and gives the head that is known then. */
async function caughtUp(
  store: LedgerStore,
  head: Head,
  known: ReadonlyMap<LedgerName, Head>,
  trusted: readonly TrustedKey[],
): Promise<Head> {
  const { ledger } = head
  let { size, hash } = known.get(ledger) ?? { size: 0, hash: genesisHash }
  if (head.size < size) throw new EvidenceUnavailable(`${ledger}: ${size - head.size} records are gone`)
  for await (const record of store.read(ledger, size + 1, head.size)) {
    if (record.seq !== size + 1 || record.prevHash !== hash) {
      throw new EvidenceUnavailable(`${ledger} ${record.seq}: does not follow what was verified before`)
    }
    believed(ledger, record, trusted)
    size = record.seq
    hash = record.recordHash
  }
  if (size !== head.size || hash !== head.hash) throw new EvidenceUnavailable(`${ledger}: its history was changed`)
  return head
}

/** A clock that was set back would bring expired evidence to life. */
async function clockIsRight(
  store: LedgerStore,
  known: ReadonlyMap<LedgerName, Head>,
  trusted: readonly TrustedKey[],
  clock: () => number,
): Promise<void> {
  for (const { ledger, size } of known.values()) {
    if (size === 0) continue
    for await (const record of store.read(ledger, size, size)) {
      const { recorded_at } = believed(ledger, record, trusted)
      if (Date.parse(recorded_at) > clock() + tolerancedLagMs) {
        throw new EvidenceUnavailable(`the clock is behind ${ledger} ${size}, which was recorded at ${recorded_at}`)
      }
    }
  }
}
