import type { EvidenceKind, LedgerName, SignedBody } from '../record/body.ts'
import type { Subject } from '../record/subject.ts'

/** A record as one ledger holds it. Hashes are 64 hexadecimal digits; the first record's `prevHash` is 64 zeros. */
export interface StoredRecord extends SignedBody {
  readonly ledger: LedgerName
  /** 1, 2, 3 … without a gap. */
  readonly seq: number
  readonly prevHash: string
  readonly recordHash: string
}

export interface Head {
  readonly ledger: LedgerName
  /** How many records; 0 when there is none. */
  readonly size: number
  readonly hash: string
}

/** A checkpoint as it was signed: DSSE envelope, JSON text. */
export interface StoredCheckpoint {
  readonly seq: number
  readonly envelope: string
}

/** Something wrong with the rows that the database itself can tell without hashing. */
export interface RowProblem {
  readonly ledger: LedgerName
  /** Undefined when it concerns no single row, as a damaged index does. */
  readonly seq?: number
  /** `column`: differs from the body; `id`: there twice; `reference`: points at nothing; `index`: hides or invents rows. */
  readonly kind: 'column' | 'id' | 'reference' | 'index'
  readonly says: string
}

export interface Appended {
  readonly ledger: LedgerName
  readonly id: string
  readonly seq: number
  /** False when the very same bytes were there already. */
  readonly isNew: boolean
}

/** Bodies that belong together: a run comes with exactly its checks. Kept whole or not at all. */
export type Batch = readonly SignedBody[]

/** What a run, or the lack of one, is looked up by. */
export interface RunKey {
  readonly subjectDigest: string
  readonly kind: EvidenceKind
  /** Live evidence is looked up per account; undefined for local. */
  readonly account?: string
}

export type ReviewKey = Pick<Subject, 'provider' | 'app_fingerprint' | 'provider_environment' | 'instance_fingerprint'>

/** Thrown for everything an operator can mend: not a ledger, another schema version, refused record, no server. */
export class LedgerError extends Error {
  readonly code: LedgerErrorCode
  constructor(code: LedgerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LedgerError'
    this.code = code
  }
}

export type LedgerErrorCode =
  /** The URL names no kind of store that we know. */
  | 'unknown-url'
  /** There is no file at this place: whoever named it is mistaken. */
  | 'absent'
  /** No permission, no server, held by somebody else: nothing could be read. */
  | 'unreachable'
  /** There is something else at this place, or a ledger of another version. */
  | 'wrong-schema'
  /** The guards, triggers or columns are not the ones we made. */
  | 'tampered-schema'
  /** The same id with different bytes. */
  | 'conflict'
  /** A batch that is not whole, breaks a rule of its ledger, or that the database refused. */
  | 'refused'

/**
 * The four ledgers in one database. Reads never see half a batch. The queries use indexes: their cost does not grow with
 * the ledger.
 */
export interface LedgerStore extends AsyncDisposable {
  readonly kind: 'sqlite' | 'postgres'
  /**
   * Appends whole batches in one transaction, in the order given, a run before its checks, so that checks lie in the
   * order of their runs; idempotent by record id with identical bytes and signatures. What a batch must be says
   * `readBatch`, what its ledgers allow says `whyNotAdmitted`.
   * @throws LedgerError `conflict` and `refused`, with nothing written; `tampered-schema` before anything is.
   */
  append(batches: readonly Batch[]): Promise<readonly Appended[]>
  heads(): Promise<readonly Head[]>
  /** Records `from`, `from + 1` … up to and including `upTo` in order, a page at a time. */
  read(ledger: LedgerName, from?: number, upTo?: number): AsyncIterable<StoredRecord>
  byId(ledger: LedgerName, id: string): Promise<StoredRecord | undefined>
  checksOf(runId: string): Promise<readonly StoredRecord[]>
  /** The review with the highest seq. */
  newestReview(key: ReviewKey): Promise<StoredRecord | undefined>
  /** The passed run with the highest seq. */
  newestPass(key: RunKey): Promise<StoredRecord | undefined>
  /** A failed run with a higher seq, or tested at the same time or later (§3.1.4, supersession). */
  failureAfter(
    key: RunKey,
    pass: { readonly seq: number; readonly testedAt: string },
  ): Promise<StoredRecord | undefined>
  /** The run with the highest seq, whatever its result. */
  newestRun(key: RunKey): Promise<StoredRecord | undefined>
  /**
   * For each exact selector that matches the subject, by value or by an empty field, the event with the highest seq among
   * those that have begun (`starts_at <= now`): one that lies ahead must not hide the one in force.
   */
  newestControls(subject: Subject, now: string): Promise<readonly StoredRecord[]>
  /**
   * @throws LedgerError `refused` when it does not follow the newest one, as `whyNotNext` says: somebody may have made
   * one meanwhile.
   */
  appendCheckpoint(envelope: string): Promise<StoredCheckpoint>
  checkpoints(from?: number): AsyncIterable<StoredCheckpoint>
  /**
   * The first rows of each kind whose columns are not what their body says, whose id is there twice in a ledger, or whose
   * review or run is missing; what an index hides or invents. Read from the bodies, not from an index, and with memory that does not grow with the ledger.
   */
  rowProblems(): Promise<readonly RowProblem[]>
  /** What differs from the schema that we make, in sentences; empty when nothing does. */
  schemaProblems(): Promise<readonly string[]>
}
