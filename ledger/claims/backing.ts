import {
  type ApprovalReviewBody,
  type BodyOf,
  type CertificationCheckBody,
  type CertificationRunBody,
  type LedgerName,
  readBody,
  RecordError,
  type RuntimeControlBody,
} from '../record/index.ts'
import type { CitedRecord, CitedRun, ProjectedSubject } from './projection.ts'

/** What the records say that a projected subject cites; whether they are genuine, another rule says. */
export interface Backing {
  readonly projected: ProjectedSubject
  readonly review: ApprovalReviewBody
  readonly controls: readonly RuntimeControlBody[]
  readonly local: BackingRun
  readonly live: BackingRun
}

export interface BackingRun {
  readonly run: CertificationRunBody
  readonly checks: readonly CertificationCheckBody[]
}

/** @throws RecordError where a citation is no record of its ledger */
export const backingOf = (projected: ProjectedSubject): Backing => ({
  projected,
  review: bodyIn('approval_review', projected.review),
  controls: projected.controls.map((each) => bodyIn('runtime_control', each)),
  local: runIn(projected.local),
  live: runIn(projected.live),
})

const runIn = ({ run, checks }: CitedRun): BackingRun => ({
  run: bodyIn('certification_run', run),
  checks: checks.map((each) => bodyIn('certification_check', each)),
})

function bodyIn<Name extends LedgerName>(expected: Name, { ledger, seq, body: text }: CitedRecord): BodyOf<Name> {
  const body = readBody(text)
  if (ledger !== expected || body.ledger !== expected) {
    throw new RecordError(`${ledger} ${seq}: expected a record of ${expected}`)
  }
  return body as BodyOf<Name>
}
