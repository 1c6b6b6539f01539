import type { Outcome, Pending, Published } from './event.ts'
import { inWords, type Finding } from './finding.ts'
import type { CallState, OperationState } from './operation-state.ts'
import { samePending, samePublished, type Difference } from './same-result.ts'

/** What the answer is judged against besides the state of its operation. */
export interface Circumstances {
  readonly moment: number
  /** The latest write can only be that of this call. */
  readonly ownWrite: boolean
  /** No publish of the operation is under way any more. */
  readonly quiet: boolean
  /** The call overlapped an outage of the whole destination. */
  readonly outage: boolean
  report(found: Found, unlessEmpty?: boolean): void
}

type Found = Pick<Finding, 'invariant' | 'expected' | 'actual'> & { readonly level?: Finding['level'] }

/** Judges the answer to a publish or a lookup, and takes note of it. */
export function judgeAnswer(call: CallState, outcome: Outcome, at: Circumstances): void {
  switch (outcome.is) {
    case 'silent':
    case 'not sent':
      return
    case 'other':
      return at.report({
        invariant: 'I0',
        expected: 'a published or pending result, or a problem that says "rejected" or "unknown"',
        actual: outcome.note,
      })
    case 'published':
      published(call, outcome, at)
      break
    case 'pending':
    case 'unknown':
      undetermined(call, outcome, at)
      break
    case 'rejected':
    case 'absent':
      denied(call, outcome, at)
  }
  call.operation.last = { call: call.call, invoked: call.invoked, moment: at.moment, outcome }
}

function published({ call, operation }: CallState, outcome: Published, at: Circumstances): void {
  if (operation.published === undefined) {
    operation.published = { ...outcome, call, moment: at.moment }
    if (!operation.exists) operation.early = { call, moment: at.moment }
  } else {
    reportDifference(at, samePublished(operation.published, outcome))
  }
  operation.done = 2
}

function undetermined(call: CallState, outcome: Outcome, at: Circumstances): void {
  const { operation } = call
  // The destination may be the connector's journal: while it is out of reach, unknown is the truth (R20c).
  const excused = outcome.is === 'unknown' && at.outage
  if (call.done === 2 && !excused) afterPublished(outcome, at)
  if (outcome.is === 'pending') pending(operation, outcome, at)
  if (operation.done > 0) return
  operation.done = 1
  operation.doneSince = at.moment
}

function pending(operation: OperationState, outcome: Pending, at: Circumstances): void {
  operation.pendingSaid = true
  if (operation.pending === undefined) operation.pending = outcome
  else reportDifference(at, samePending(operation.pending, outcome))
}

/** "No write occurred", as `rejected` or as 404. */
function denied(call: CallState, outcome: Outcome, at: Circumstances): void {
  const { operation } = call
  if (call.done === 2) afterPublished(outcome, at)
  else if (call.done === 1) afterUndetermined(operation, outcome, at)
  againstWrites(call, outcome, at)
  // An answer that was asked for before a pending one arrived may have been true before that.
  if (at.quiet && operation.done === call.done) operation.closed = { call: call.call, moment: at.moment }
}

function afterPublished(outcome: Outcome, at: Circumstances): void {
  at.report({ invariant: 'I4', expected: 'the published result again', actual: inWords(outcome) })
}

/**
 * A connector may find out that nothing was written: every write was refused, or a later read saw nothing. The
 * specification has no answer for that after `pending`, so it is a warning there; after `unknown` it is the truth at last.
 */
function afterUndetermined(operation: OperationState, outcome: Outcome, at: Circumstances): void {
  const { attempts, pendingSaid } = operation
  const foundOut = attempts.begun > 0 || attempts.absentRead > operation.doneSince
  const reconciled = foundOut && attempts.possible + attempts.underway === 0 && !operation.exists
  if (reconciled && !pendingSaid) return
  at.report({
    invariant: 'I5',
    level: reconciled ? 'should' : 'must',
    expected: 'a pending or published result, or a problem with outcome "unknown", after an answer of that kind',
    actual: inWords(outcome),
  })
}

function againstWrites(call: CallState, outcome: Outcome, at: Circumstances): void {
  const { exists, attempts } = call.operation
  // The destination's own complete answer, or a read after it, may have told the connector what the gate cannot see.
  const unlessEmpty = attempts.unexplained === 0 && attempts.underway === 0
  if (call.existed || (at.ownWrite && exists)) {
    const expected = 'the published result, a pending result or outcome "unknown" once the destination item exists'
    return at.report({ invariant: 'I6', expected, actual: inWords(outcome) }, unlessEmpty)
  }
  // A call may have been answered at any time while it was open, so one moment without a possible write is enough.
  // From outside a write is possible once received (R22); the publish that makes it knows from the beginning.
  const possibleThroughout = attempts.possible > 0 && attempts.clearUntil < call.invoked
  const own = at.ownWrite && attempts.possible + attempts.underway > 0
  if (!possibleThroughout && !own) return
  at.report(
    {
      invariant: 'I7',
      level: attempts.hard + attempts.underway > 0 ? 'must' : 'should',
      expected: 'a pending result or a problem with outcome "unknown" after a write that may have happened',
      actual: inWords(outcome),
    },
    unlessEmpty,
  )
}

function reportDifference(at: Circumstances, difference: Difference | undefined): void {
  if (difference) at.report({ invariant: 'I3', ...difference })
}
