import type { LedgerName, SignedHead } from '../../record/index.ts'

/** Plain data; what `touchstone ledger verify --json` prints. */
export interface Verification {
  readonly ok: boolean
  /** What was found in each ledger, recomputed from the bodies. */
  readonly heads: readonly SignedHead[]
  readonly checkpoints: {
    readonly count: number
    /** Records appended since the newest one: none of them is covered by a signature over the whole. */
    readonly uncovered: number
    /** Envelope of the newest one, when its signature verifies. */
    readonly newest?: string
  }
  /** `none`: a cut tail or a restored older copy could not have been noticed. */
  readonly held: 'none' | 'matches' | 'contradicted'
  /** In the order of ledgers and records, so that the first one names the first bad record. At most {@link shownProblems}. */
  readonly problems: readonly Problem[]
  readonly problemCount: number
}

export const shownProblems = 50

/** What gave it away. */
export type ProblemKind =
  /** Tables, triggers or columns are not those that we make. */
  | 'schema'
  /** The database could not be read to its end. */
  | 'unreadable'
  /** A number is missing, or there twice. */
  | 'gap'
  /** Does not name the hash of the record before. */
  | 'link'
  /** Its bytes do not have the hash that is stored beside them. */
  | 'hash'
  /** Not a canonical body of this ledger. */
  | 'body'
  /** Not signed by a trusted key in the right role. */
  | 'signature'
  /** Not exactly the checks that the run was committed to. */
  | 'checks'
  | 'column'
  | 'id'
  | 'reference'
  | 'index'
  /** A checkpoint of the database does not follow the one before, is not signed, or says something else of the records. */
  | 'checkpoint'
  /** The checkpoint kept outside says something else of the records, or of more of them. */
  | 'held'

export interface Problem {
  readonly kind: ProblemKind
  readonly ledger?: LedgerName
  readonly seq?: number
  readonly says: string
}
