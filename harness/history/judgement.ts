import type { OutageKind } from '../faults/gate.ts'
import type { Invoke } from './event.ts'
import type { Finding } from './finding.ts'
import { newOperationState, type OperationState } from './operation-state.ts'

/** What the judge knows after the events so far. */
export interface Judgement {
  readonly operations: Map<string, OperationState>
  /** The operation of the latest event: neighbours are often of one operation. */
  latest: OperationState | undefined
  /** The calls under way, by number. The numbers are counted up, so a list is much cheaper than a map. */
  readonly calls: (Invoke | undefined)[]
  readonly drafts: Draft[]
  lastKill: number
  outages: number
  outageKind: OutageKind | undefined
  lastOutage: number
  lastTrouble: number
}

/** A finding that may yet turn out to be none. */
export interface Draft {
  readonly operation: OperationState
  readonly finding: Finding
  /** Dropped when an exact witness sees no item later: then "no write occurred" was the truth. */
  readonly unlessEmpty: boolean
}

export type NewFinding = Omit<Finding, 'operation' | 'level'> & { readonly level?: Finding['level'] }

export const newJudgement = (): Judgement => ({
  operations: new Map(),
  latest: undefined,
  calls: [],
  drafts: [],
  lastKill: 0,
  outages: 0,
  outageKind: undefined,
  lastOutage: 0,
  lastTrouble: 0,
})

export function stateOf(judgement: Judgement, operation: string): OperationState {
  if (judgement.latest?.id === operation) return judgement.latest
  judgement.latest = judgement.operations.get(operation) ?? begin(judgement, operation)
  return judgement.latest
}

function begin(judgement: Judgement, operation: string): OperationState {
  const state = newOperationState(operation)
  judgement.operations.set(operation, state)
  return state
}

export function report(judgement: Judgement, operation: OperationState, found: NewFinding, unlessEmpty = false): void {
  judgement.drafts.push({ operation, finding: { level: 'must', operation: operation.id, ...found }, unlessEmpty })
}

/** The findings that stand in the end. */
export const standing = ({ drafts }: Judgement): readonly Finding[] =>
  drafts
    .filter(({ operation, finding, unlessEmpty }) => !unlessEmpty || !emptyAfter(operation, finding))
    .map(({ finding }) => finding)

const emptyAfter = ({ items: counted }: OperationState, { moment }: Finding): boolean =>
  counted?.count === 0 && counted.moment > moment

export const unasked = { invariant: 'I9', expected: 'no write for a publish that must be refused' } as const
