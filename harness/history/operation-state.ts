import { newAttempts, type Attempts } from './attempts.ts'
import type { CallKind, Items, Outcome, Pending, Published } from './event.ts'

/** 0 nothing or "no write occurred", 1 pending or unknown, 2 published. */
export type Level = 0 | 1 | 2

/** What is known of one operation after the events so far. */
export interface OperationState {
  readonly id: string
  readonly attempts: Attempts
  /** The highest level that any answer reached, and when level 1 was reached first. */
  done: Level
  doneSince: number
  pendingSaid: boolean
  /** A write was answered 2xx by the destination, or an exact witness saw an item. */
  exists: boolean
  existsSince: number
  /** Answered 2xx by the destination. */
  writes: number
  items: Items | undefined
  doubled: boolean
  published: (Published & { readonly call: number; readonly moment: number }) | undefined
  pending: Pending | undefined
  /** A published answer while no write had been answered 2xx. */
  early: Told | undefined
  last: (Told & { readonly outcome: Outcome; readonly invoked: number }) | undefined
  lastFault: number
  publishes: number
  oddPublishes: number
  /** Publishes that the process may still be working on: open, or left without an answer, since it last started. */
  live: number
  generation: number
  /** An answer "no write occurred" since when no publish was live. */
  closed: Told | undefined
  /** Publishes that were not answered "no write occurred". */
  open: number
  /** Of the publishes before the latest write, those: one of them caused it. */
  suspects: number
  latestWrite: number
}

export interface Told {
  readonly call: number
  readonly moment: number
}

/** A call under way, with what was known when it began. */
export interface CallState {
  readonly call: number
  readonly kind: CallKind
  readonly invoked: number
  readonly operation: OperationState
  readonly generation: number
  readonly done: Level
  readonly existed: boolean
}

export const newOperationState = (id: string): OperationState => ({
  id,
  attempts: newAttempts(),
  done: 0,
  doneSince: 0,
  pendingSaid: false,
  exists: false,
  existsSince: 0,
  writes: 0,
  items: undefined,
  doubled: false,
  published: undefined,
  pending: undefined,
  early: undefined,
  last: undefined,
  lastFault: 0,
  publishes: 0,
  oddPublishes: 0,
  live: 0,
  generation: 0,
  closed: undefined,
  open: 0,
  suspects: 0,
  latestWrite: 0,
})

export function itemExists(state: OperationState, moment: number): void {
  if (state.exists) return
  state.exists = true
  state.existsSince = moment
}

/** It was published, but only ever with a body that must be refused. */
export const neverAsked = ({ oddPublishes, publishes }: OperationState): boolean => oddPublishes > 0 && publishes === 0
