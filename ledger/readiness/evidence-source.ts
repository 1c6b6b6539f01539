import type { ApprovalReviewBody, RuntimeControlBody } from '../record/index.ts'
import type { Subject } from '../record/subject.ts'
import type { ReviewKey, RunKey } from '../store/store.ts'
import type { Evidence } from './evidence-state.ts'

/** Verified access to the ledgers. Every call rejects with {@link EvidenceUnavailable} where there is any doubt. */
export interface EvidenceSource {
  review(key: ReviewKey): Promise<(ApprovalReviewBody & { readonly recordHash: string }) | undefined>
  /** The newest event of each selector that matches and has begun. */
  controls(subject: Subject, now: string): Promise<readonly RuntimeControlBody[]>
  /** The run that counts for this key: the newest pass, or the failure that came after it. */
  evidence(key: RunKey): Promise<(Evidence & { readonly recordHash: string }) | undefined>
}

/** The ledger cannot be read, or not be trusted. Never to be taken for a ledger without evidence. */
export class EvidenceUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EvidenceUnavailable'
  }
}
