import type { CallKind, Invoke, Outcome } from './event.ts'
import type { OperationState } from './operation-state.ts'

/** Keeps count of the publishes that can still explain a write. */
export function publishBegins(state: OperationState, kind: CallKind, lastKill: number): void {
  if (kind === 'odd publish') state.oddPublishes += 1
  else state.publishes += 1
  state.live = (state.liveSince === lastKill ? state.live : 0) + 1
  state.liveSince = lastKill
  state.open += 1
  state.closed = undefined
}

/** True when it was the last that could explain the latest write: the publish that caused it denies it. */
export function publishEnds(state: OperationState, { kind, moment: invoked }: Invoke, outcome: Outcome): boolean {
  // One without an answer may still be worked on, until the process dies.
  if (outcome.is !== 'silent' && invoked > state.liveSince) state.live -= 1
  if (outcome.is === 'not sent' && kind === 'publish') state.publishes -= 1
  if (outcome.is !== 'rejected' && outcome.is !== 'absent' && outcome.is !== 'not sent') return false
  state.open -= 1
  if (invoked > state.latestWrite) return false
  state.suspects -= 1
  return state.suspects === 0
}
