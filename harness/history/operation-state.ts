import { newAttempts, type Attempts } from './attempts.ts'
import type { Invoke, Items, Pending, Published, Return } from './event.ts'

/** 0 nothing or "no write occurred", 1 pending or unknown, 2 published. */
export type Level = 0 | 1 | 2

/**
 * What is known of one operation after the events so far. Kept small, and what few operations need is made when one does:
 * there may be hundreds of thousands. What was known when a call began is found by comparing moments.
 */
export interface OperationState {
  readonly id: string
  attempts: Attempts | undefined
  /** When an answer was first pending or unknown, unless one had been published before. */
  undeterminedSince: number | undefined
  /** The first published result, and the answer that said it. */
  published: Published | undefined
  publishedBy: Return | undefined
  /** The first pending result. */
  pending: Pending | undefined
  /** A write was answered 2xx by the destination, or an exact witness saw an item. */
  existsSince: number | undefined
  /** Answered 2xx by the destination. */
  writes: number
  /** When a read of the connector was first answered with the item. */
  readSince: number | undefined
  /** When one was first answered 2xx after a write had begun, whatever the answer showed. */
  anyReadSince: number | undefined
  /** When an answer of the destination was first lengthened: what is made of it is judged by its size alone (R4). */
  inflatedSince: number | undefined
  items: Items | undefined
  doubled: boolean
  /** A published answer while no write had been answered 2xx. */
  early: Return | undefined
  /** Such an answer, after a read of which nobody can tell whether it showed the item. */
  unproven: Return | undefined
  /** The latest answer, and the call that it answers. */
  last: Return | undefined
  lastAsked: Invoke | undefined
  lastFault: number
  publishes: number
  oddPublishes: number
  /** Publishes that the process may still be working on: open, or left without an answer, since it last started. */
  live: number
  /** The kill before which the process of the latest publish cannot have started. */
  liveSince: number
  /** An answer "no write occurred" since when no publish was live. */
  closed: Return | undefined
  /** Publishes that were not answered "no write occurred". */
  open: number
  /** Of the publishes before the latest write, those: one of them caused it. */
  suspects: number
  latestWrite: number
}

export const newOperationState = (id: string): OperationState => ({
  id,
  attempts: undefined,
  undeterminedSince: undefined,
  published: undefined,
  publishedBy: undefined,
  pending: undefined,
  existsSince: undefined,
  writes: 0,
  readSince: undefined,
  anyReadSince: undefined,
  inflatedSince: undefined,
  items: undefined,
  doubled: false,
  early: undefined,
  unproven: undefined,
  last: undefined,
  lastAsked: undefined,
  lastFault: 0,
  publishes: 0,
  oddPublishes: 0,
  live: 0,
  liveSince: 0,
  closed: undefined,
  open: 0,
  suspects: 0,
  latestWrite: 0,
})

export const attemptsOf = (state: OperationState): Attempts => (state.attempts ??= newAttempts())

/** The highest level that any answer had reached before the moment. */
export function levelBefore({ publishedBy, undeterminedSince }: OperationState, moment: number): Level {
  if (publishedBy !== undefined && publishedBy.moment < moment) return 2
  return undeterminedSince !== undefined && undeterminedSince < moment ? 1 : 0
}

/** It was published, but only ever with a body that must be refused. */
export const neverAsked = ({ oddPublishes, publishes }: OperationState): boolean => oddPublishes > 0 && publishes === 0

/** What the answer tells of the item may come from an answer of the destination that was falsified. */
export const isAfterInflation = ({ inflatedSince = Infinity }: OperationState, answer: Return): boolean =>
  inflatedSince < answer.moment
