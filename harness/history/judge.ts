import { changeAttempt, endAttempt } from './attempts.ts'
import { judgeAnswer } from './answers.ts'
import { checkExternalId, countItems } from './counts.ts'
import type { HistoryEvent, Invoke, Return } from './event.ts'
import type { Finding } from './finding.ts'
import { newJudgement, report, standing, stateOf, type Judgement } from './judgement.ts'
import { attemptsOf, type OperationState } from './operation-state.ts'
import { publishBegins, publishEnds } from './publishes.ts'
import { fault, readAnswered, writeApplied, writeBegan, writeReceived } from './writes.ts'

export interface JudgeOptions {
  /** The caller has waited for convergence as R20 says, after everything was up again: L1 is judged. */
  readonly settled?: boolean
}

/**
 * What the history breaks, in the order in which it showed; empty when nothing is. The history may be of one operation or
 * of many, with the events of the whole target; their moments are their order.
 *
 * One pass without a search is enough because levels only rise: points at which all answers can have been true exist
 * exactly when no lower answer was asked for after a higher one had arrived (compared with a search in the tests).
 */
export function judge(events: readonly HistoryEvent[], options: JudgeOptions = {}): readonly Finding[] {
  const judgement = judged(events)
  for (const state of judgement.operations.values()) {
    checkExternalId(judgement, state)
    if (options.settled === true) checkConverged(judgement, state)
  }
  return standing(judgement)
}

/** What is known after all of them, before anything is looked at in the end. */
export function judged(events: readonly HistoryEvent[]): Judgement {
  const judgement = newJudgement()
  for (const event of inOrder(events)) apply(judgement, event)
  return judgement
}

/** The gate may tell of a write after other events have passed. */
function inOrder(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  let last = 0
  for (const { moment } of events) {
    if (moment < last) return events.toSorted((a, b) => a.moment - b.moment)
    last = moment
  }
  return events
}

function apply(judgement: Judgement, event: HistoryEvent): void {
  switch (event.type) {
    case 'invoke':
      return invoke(judgement, event)
    case 'return':
      return answer(judgement, event)
    case 'write-began':
      return writeBegan(judgement, stateOf(judgement, event.operation), event.nth, event.moment)
    case 'write-received':
      return writeReceived(judgement, stateOf(judgement, event.operation), event.nth, event.moment)
    case 'write-applied':
      return writeApplied(stateOf(judgement, event.operation), event.nth, event.status, event.moment)
    case 'write-refuted':
      return changeAttempt(attemptsOf(stateOf(judgement, event.operation)), event.nth, event.moment, (attempt) => {
        attempt.refuted = true
      })
    case 'write-ended':
      return endAttempt(attemptsOf(stateOf(judgement, event.operation)), event.nth, event.moment)
    case 'read-answered':
      return readAnswered(stateOf(judgement, event.operation), event)
    case 'fault':
      return fault(stateOf(judgement, event.operation), event)
    case 'items':
      return countItems(judgement, stateOf(judgement, event.operation), event)
    case 'kill':
      judgement.lastKill = judgement.lastTrouble = event.moment
      return
    case 'up':
      judgement.lastTrouble = event.moment
      return
    case 'outage-began':
      judgement.outages += 1
      judgement.outageKind = event.how
      return
    case 'outage-ended':
      judgement.outages -= 1
      judgement.lastOutage = judgement.lastTrouble = event.moment
  }
}

function invoke(judgement: Judgement, event: Invoke): void {
  const state = stateOf(judgement, event.operation)
  if (event.kind !== 'lookup') publishBegins(state, event.kind, judgement.lastKill)
  judgement.calls[event.call] = event
}

function answer(judgement: Judgement, event: Return): void {
  const asked = judgement.calls[event.call]
  if (asked === undefined) return
  judgement.calls[event.call] = undefined
  const state = stateOf(judgement, asked.operation)
  const ownWrite = asked.kind !== 'lookup' && publishEnds(state, asked, event.outcome)
  if (asked.kind !== 'odd publish') judgeAnswer({ judgement, state, asked, answer: event, ownWrite })
}

function checkConverged(judgement: Judgement, state: OperationState): void {
  const { last, lastAsked, existsSince } = state
  if (!last || !lastAsked || existsSince === undefined || judgement.outages > 0) return
  const since = Math.max(existsSince, state.lastFault, judgement.lastTrouble)
  if (lastAsked.moment < since || (last.outcome.is !== 'pending' && last.outcome.is !== 'unknown')) return
  report(judgement, state, {
    invariant: 'L1',
    level: 'should',
    expected: 'the published result once the destination is back and the item exists',
    actual: last.outcome.is === 'pending' ? 'pending still' : 'unknown still',
    moment: last.moment,
    call: last.call,
  })
}
