import type { Subject } from '../record/index.ts'
import type { Backing } from './backing.ts'
import type { Claim } from './claim.ts'
import type { Complaints } from './problem.ts'
import type { ClaimsProjection } from './projection.ts'

/** One claim and what it is judged by. */
export interface Seen {
  readonly claim: Claim
  /** Of the claim, as records name it. */
  readonly subject: Subject
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ` */
  readonly now: string
  /** Of the list of requirements of this installation. */
  readonly requirements_digest: string
  /** Undefined without an authentic projection that has the subject: then the claim is judged by its own words only. */
  readonly backed: { readonly backing: Backing; readonly projection: ClaimsProjection } | undefined
}

export type ClaimRule = (seen: Seen) => Complaints
