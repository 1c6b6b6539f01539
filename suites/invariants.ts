import type { Invariant } from '../harness/history/finding.ts'
import type { CheckId } from './explanations.ts'
import type { RequirementId } from './requirements/index.ts'

/** What a finding such as `(I6)` means for a person who has to mend a connector. */
export interface InvariantExplanation {
  /** What always holds, as a sentence. */
  readonly rule: string
  /** How a connector comes to break it, and what follows for users. */
  readonly meaning: string
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  /** The checks whose faults are made to bring it out; any case that watches an operation may show it. */
  readonly checks: readonly [CheckId, ...CheckId[]]
}

/** The rules that the history of one operation is judged by. */
export const invariants: Readonly<Record<Invariant, InvariantExplanation>> = {
  I0: {
    rule: 'Every answer about an operation is one that the protocol has: published, pending, rejected, unknown or 404.',
    meaning:
      'An answer was none of these, for instance a failure with status 200, or a 500 without outcome. The service cannot tell whether anything was written.',
    requirements: ['2.9-no-failed', '7.1.1', '7.1.2'],
    checks: ['protocol', 'unknown-outcome'],
  },
  I1: {
    rule: 'One operation makes at most one destination item.',
    meaning:
      'The destination holds two or more items with the mark of one operation: readers see the post twice. Items are counted, not requests; a second request under an idempotency key is fine.',
    requirements: ['3.4-repeat', '11.6', '11.7', '11.8'],
    checks: ['concurrency', 'restart', 'lost-answer'],
  },
  I2: {
    rule: 'Published is said only once the item exists, and `external_id` names that item.',
    meaning:
      'Published was answered before the write, without an item, or with an id that no item of the operation has. The service follows, edits or deletes something that is not there.',
    requirements: ['R20-published', '3.4-published'],
    checks: ['lost-answer', 'restart'],
  },
  I3: {
    rule: 'Every published answer of one operation is the same.',
    meaning:
      'Two answers named different external ids or URLs, so the result was made again instead of stored. The idempotency time may shrink. Of a pending operation that changes its reference this is a warning.',
    requirements: ['3.4-repeat', '11-repeat', 'R16'],
    checks: ['concurrency', 'restart', 'lost-answer'],
  },
  I4: {
    rule: 'After published comes nothing but published.',
    meaning:
      'A call that began after a published answer was answered pending, rejected or 404: the result was forgotten. Outcome "unknown" is allowed while the destination is out of reach.',
    requirements: ['11.7', '11-repeat', '3.4-repeat'],
    checks: ['concurrency', 'restart', 'lost-answer', 'unknown-outcome'],
  },
  I5: {
    rule: 'After pending or unknown nobody says that no write occurred.',
    meaning:
      'The operation was reported as under way or uncertain, and later as rejected or 404, although nothing had shown that it was not written. Where every write was refused or got no connection, or a read found nothing, it is a warning after pending and right after unknown.',
    requirements: ['3.4-unreconciled', '7.1.5'],
    checks: ['restart', 'unknown-outcome'],
  },
  I6: {
    rule: 'Once the item exists nobody says that no write occurred.',
    meaning:
      'The destination had written, and a call that began later, or the very publish that wrote, was answered `rejected` or 404. The service takes that as permission to send the post again, and readers may see it twice.',
    requirements: ['7.1.3', '7.1.4', '3.4-never-safe'],
    checks: ['unknown-outcome', 'lost-answer', 'restart'],
  },
  I7: {
    rule: 'Nobody says that no write occurred while a write may have happened, even one that never lands.',
    meaning:
      'A write was under way, or had ended without an answer that rules it out, and the connector said `rejected` or 404 without having looked. It may have guessed right this time; it could not know. A 409 for a repeat in progress is the usual form.',
    requirements: ['7.1.3', '7.1.5', '3.4-never-safe'],
    checks: ['unknown-outcome', 'concurrency'],
  },
  I8: {
    rule: 'After "no write occurred" no write begins unless another publish asks for it.',
    meaning:
      'The connector had denied the operation, nobody was publishing it, and then it wrote: a retry or queue goes on after the refusal. The service may have sent the post again by then.',
    requirements: ['3.4-never-safe', 'R19-late-write'],
    checks: ['unknown-outcome'],
  },
  I9: {
    rule: 'An operation that was only ever published with a body or token that must be refused is never written.',
    meaning:
      'A request without a valid token, with an old revision or with invalid content reached the destination. The check comes after the write, or not at all.',
    requirements: ['3.4-refuse', '7.1.8'],
    checks: ['authentication', 'stale-revision', 'invalid-input'],
  },
  L1: {
    rule: 'Once everything is up again, an existing item is reported as published.',
    meaning:
      'The item exists and the destination answers, but the operation is still pending or unknown: nothing asks the destination again. A warning only, for the service is misled about nothing.',
    requirements: ['R20-should'],
    checks: ['unknown-outcome'],
  },
}

export const isInvariant = (id: string): id is Invariant => Object.hasOwn(invariants, id)
