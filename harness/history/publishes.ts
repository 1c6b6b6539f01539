import type { CallKind, Outcome } from './event.ts'
import type { CallState, OperationState } from './operation-state.ts'

/** Keeps count of the publishes that can still explain a write. */
export function publishBegins(state: OperationState, kind: CallKind, generation: number): void {
  if (kind === 'odd publish') state.oddPublishes += 1
  else state.publishes += 1
  state.live = (state.generation === generation ? state.live : 0) + 1
  state.generation = generation
  state.open += 1
  state.closed = undefined
}

/** True when it was the last that could explain the latest write: the publish that caused it denies it. */
export function publishEnds(call: CallState, outcome: Outcome): boolean {
  const state = call.operation
  // One without an answer may still be worked on, until the process dies.
  if (outcome.is !== 'silent' && call.generation === state.generation) state.live -= 1
  if (outcome.is === 'not sent' && call.kind === 'publish') state.publishes -= 1
  if (outcome.is !== 'rejected' && outcome.is !== 'absent' && outcome.is !== 'not sent') return false
  state.open -= 1
  if (call.invoked > state.latestWrite) return false
  state.suspects -= 1
  return state.suspects === 0
}
