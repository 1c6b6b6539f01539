import { answerRead, changeAttempt } from './attempts.ts'
import type { HistoryEvent } from './event.ts'
import { report, unasked, type Judgement } from './judgement.ts'
import { attemptsOf, neverAsked, type OperationState } from './operation-state.ts'

export function writeBegan(judgement: Judgement, state: OperationState, nth: number, moment: number): void {
  changeAttempt(attemptsOf(state), nth, moment, () => {})
  state.latestWrite = moment
  state.suspects = state.open
  if (state.closed !== undefined) {
    report(judgement, state, {
      invariant: 'I8',
      expected: 'no write after the answer that no write occurred, unless another publish asks for it',
      actual: `write ${nth} of the operation, begun after that answer with no publish under way`,
      moment,
      call: state.closed.call,
    })
  }
  if (neverAsked(state)) {
    report(judgement, state, { ...unasked, actual: 'a write request to the destination', moment })
  }
}

export function writeReceived(judgement: Judgement, state: OperationState, nth: number, moment: number): void {
  changeAttempt(attemptsOf(state), nth, moment, (attempt) => {
    attempt.received = true
    if (judgement.outages === 0) return
    attempt.disturbed = true
    attempt.statusInsteadOfForwarding = judgement.outageKind === '500'
  })
}

export function writeApplied(state: OperationState, nth: number, status: number, moment: number): void {
  changeAttempt(attemptsOf(state), nth, moment, (attempt) => {
    attempt.applied = true
  })
  // Anything else does not exclude a write, but does not prove one either.
  if (!isSuccess(status)) return
  state.writes += 1
  state.existsSince ??= moment
}

export function readAnswered(
  state: OperationState,
  { began, status, sawItem, moment }: HistoryEvent & { readonly type: 'read-answered' },
): void {
  answerRead(attemptsOf(state), began, sawItem)
  if (sawItem) state.readSince ??= moment
  // One that was answered before any write began can have shown nothing.
  if (isSuccess(status) && state.latestWrite > 0) state.anyReadSince ??= moment
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

export function fault(
  state: OperationState,
  { nth, at, act, moment }: HistoryEvent & { readonly type: 'fault' },
): void {
  state.lastFault = moment
  if (act === 'inflate') state.inflatedSince ??= moment
  // 0 is not a write.
  if (nth === 0) return
  changeAttempt(attemptsOf(state), nth, moment, (attempt) => {
    if (act === 'hold') attempt.held = true
    else if (act !== 'nothing') attempt.disturbed = true
    if (act === 'status' && at === 'received') attempt.statusInsteadOfForwarding = true
  })
}
