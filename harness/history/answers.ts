import { noAttempts } from './attempts.ts'
import type { Invoke, Outcome, Pending, Published, Return } from './event.ts'
import { inWords } from './finding.ts'
import { report, type Judgement, type NewFinding } from './judgement.ts'
import { isAfterInflation, levelBefore, type OperationState } from './operation-state.ts'
import { samePending, samePublished, type Difference } from './same-result.ts'

/** An answer, and what it is judged against. */
export interface Answered {
  readonly judgement: Judgement
  readonly state: OperationState
  readonly asked: Invoke
  readonly answer: Return
  /** The latest write can only be that of this call. */
  readonly ownWrite: boolean
}

/** Judges the answer to a publish or a lookup, and takes note of it. */
export function judgeAnswer(answered: Answered): void {
  const { state, asked, answer } = answered
  const { outcome } = answer
  switch (outcome.is) {
    case 'silent':
    case 'not sent':
      return
    case 'other':
      if (isAfterInflation(state, answer)) return
      return blame(answered, {
        invariant: 'I0',
        expected: 'a published or pending result, or a problem that says "rejected" or "unknown"',
        actual: outcome.note,
      })
    case 'published':
      published(answered, outcome)
      break
    case 'pending':
    case 'unknown':
      undetermined(answered, outcome)
      break
    case 'rejected':
    case 'absent':
      denied(answered)
  }
  state.last = answer
  state.lastAsked = asked
}

function published(answered: Answered, outcome: Published): void {
  const { state, answer } = answered
  if (state.published !== undefined) return reportDifference(answered, samePublished(state.published, outcome))
  state.published = outcome
  state.publishedBy = answer
  if (state.existsSince === undefined) state.early = answer
}

function undetermined(answered: Answered, outcome: Outcome): void {
  const { state, asked, answer } = answered
  // The destination may be the connector's journal: while it is out of reach, unknown is the truth (R20c).
  const excused = outcome.is === 'unknown' && overlapsOutage(answered)
  if (levelBefore(state, asked.moment) === 2 && !excused) afterPublished(answered)
  if (outcome.is === 'pending') pending(answered, outcome)
  if (state.published === undefined) state.undeterminedSince ??= answer.moment
}

const overlapsOutage = ({ judgement, asked }: Answered): boolean =>
  judgement.outages > 0 || judgement.lastOutage > asked.moment

function pending(answered: Answered, outcome: Pending): void {
  const { state } = answered
  if (state.pending === undefined) state.pending = outcome
  else reportDifference(answered, samePending(state.pending, outcome))
}

/** "No write occurred", as `rejected` or as 404. */
function denied(answered: Answered): void {
  const { judgement, state, asked, answer } = answered
  const levelAsked = levelBefore(state, asked.moment)
  if (levelAsked === 2) afterPublished(answered)
  else if (levelAsked === 1) afterUndetermined(answered)
  againstWrites(answered)
  const quiet = state.live === 0 || state.liveSince !== judgement.lastKill
  // An answer that was asked for before a pending one arrived may have been true before that.
  if (quiet && levelBefore(state, answer.moment) === levelAsked) state.closed = answer
}

function afterPublished(answered: Answered): void {
  const actual = inWords(answered.answer.outcome)
  blame(answered, { invariant: 'I4', expected: 'the published result again', actual })
}

/**
 * A connector may find out that nothing was written: every write was refused, a later read saw nothing, or it got no
 * connection. The specification has no answer for that after `pending`, so it is a warning there; after `unknown` it is
 * the truth at last.
 */
function afterUndetermined(answered: Answered): void {
  const { attempts = noAttempts, existsSince, undeterminedSince = 0, pending } = answered.state
  const foundOut = attempts.begun > 0 || attempts.absentRead > undeterminedSince || wasRefused(answered)
  const reconciled = foundOut && attempts.possible + attempts.underway === 0 && existsSince === undefined
  if (reconciled && pending === undefined) return
  blame(answered, {
    invariant: 'I5',
    level: reconciled ? 'should' : 'must',
    expected: 'a pending or published result, or a problem with outcome "unknown", after an answer of that kind',
    actual: inWords(answered.answer.outcome),
  })
}

/** A write that fails to connect reaches no gate: only the connector knows of it, and knows that nothing was written. */
const wasRefused = ({ judgement, state }: Answered): boolean =>
  judgement.outageKind === 'refused' && (judgement.outages > 0 || judgement.lastOutage > (state.undeterminedSince ?? 0))

function againstWrites(answered: Answered): void {
  const { state, asked, answer, ownWrite } = answered
  const { attempts = noAttempts, existsSince } = state
  // The destination's own complete answer, or a read after it, may have told the connector what the gate cannot see.
  const unlessEmpty = attempts.unexplained === 0 && attempts.underway === 0
  if (existsSince !== undefined && (existsSince < asked.moment || ownWrite)) {
    const expected = 'the published result, a pending result or outcome "unknown" once the destination item exists'
    return blame(answered, { invariant: 'I6', expected, actual: inWords(answer.outcome) }, unlessEmpty)
  }
  // A call may have been answered at any time while it was open, so one moment without a possible write is enough.
  // From outside a write is possible once received (R22); the publish that makes it knows from the beginning.
  const possibleThroughout = attempts.possible > 0 && attempts.clearUntil < asked.moment
  const own = ownWrite && attempts.possible + attempts.underway > 0
  if (!possibleThroughout && !own) return
  blame(
    answered,
    {
      invariant: 'I7',
      level: attempts.hard + attempts.underway > 0 ? 'must' : 'should',
      expected: 'a pending result or a problem with outcome "unknown" after a write that may have happened',
      actual: inWords(answer.outcome),
    },
    unlessEmpty,
  )
}

function reportDifference(answered: Answered, difference: Difference | undefined): void {
  if (difference && !isAfterInflation(answered.state, answered.answer))
    blame(answered, { invariant: 'I3', ...difference })
}

function blame({ judgement, state, answer }: Answered, found: Omit<NewFinding, 'moment'>, unlessEmpty?: boolean): void {
  report(judgement, state, { ...found, moment: answer.moment, call: answer.call }, unlessEmpty)
}
