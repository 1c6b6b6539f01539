import type { Outcome } from './event.ts'

/**
 * A rule that the history breaks. `expected` and `actual` complete "expected …, got …" for a reader who does not know our
 * code, and never quote what the other side sent. A finding of level `should` is a warning.
 */
export interface Finding {
  readonly invariant: Invariant
  readonly level: 'must' | 'should'
  readonly operation: string
  readonly expected: string
  readonly actual: string
  readonly moment: number
  readonly call?: number
}

/**
 * - I0 every answer is one that the protocol has
 * - I1 at most one destination item
 * - I2 published means that the item exists, and `external_id` names it
 * - I3 every published answer is the same
 * - I4 nothing follows a published answer but the same
 * - I5 a pending or unknown answer is not followed by "no write occurred"
 * - I6 nobody says "no write occurred" once the item exists
 * - I7 nobody says so while a write may have happened, even one that never lands
 * - I8 no write begins after "no write occurred" unless another publish asks for it
 * - I9 no write for an operation that was only ever published with a body that must be refused
 * - L1 once everything is up again, an existing item is reported as published
 */
export type Invariant = 'I0' | 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'L1'

/** An outcome in words. */
export function inWords(outcome: Outcome): string {
  switch (outcome.is) {
    case 'published':
      return 'a published result'
    case 'pending':
      return 'a pending result'
    case 'unknown':
      return 'a problem with outcome "unknown"'
    case 'rejected':
      return rejectedInWords(outcome.status)
    case 'absent':
      return '404, which says that no write occurred'
    case 'silent':
      return 'no complete answer'
    case 'not sent':
      return 'no connection'
    case 'other':
      return outcome.note
  }
}

function rejectedInWords(status: number | undefined): string {
  if (status === undefined) return 'outcome "rejected"'
  // The habit that general advice on idempotency keys teaches, and that this protocol does not share.
  const habit = status === 409 ? ' (409 for a repeat in progress says that no write occurred)' : ''
  return `outcome "rejected" with status ${status}${habit}`
}
