import type { Note } from '../../harness/host/index.ts'
import type { Order, QueuedPublish, Refusal } from './queued-publish.ts'

/** What is stored of an order. */
export type NewEntry = Order & Pick<QueuedPublish, 'subject'>

/**
 * Publishes that wait, and how far each came: the durable write fence of §3.5.6 for workers in several processes. Kept
 * beside the ledgers, never in them, because it holds post text.
 */
export interface Queue extends AsyncDisposable {
  /**
   * Idempotent by operation id.
   * @throws QueueError when the same operation is queued with anything else
   */
  add(entry: NewEntry): Promise<QueuedPublish>
  find(operationId: string): Promise<QueuedPublish | undefined>
  /**
   * The next that is due. Until it is disposed, or its process dies, no other worker gets it.
   * @throws QueueHeld
   */
  take(now: string): Promise<Taken | undefined>
}

/** One publish in the hands of one worker. */
export interface Taken extends AsyncDisposable {
  readonly publish: QueuedPublish
  /** On disk when it resolves. @throws QueueError, with nothing changed, when the operation is not where the note says */
  record(note: Note): Promise<void>
  /** Ends it. @throws QueueError when it has entered the fence: it may have been written */
  refuse(refusal: Refusal): Promise<void>
  /** At most `longestPostponementMs`. */
  postpone(until: string): Promise<void>
}

/** What lies further ahead than this was postponed by a clock that was wrong, and is due. */
export const longestPostponementMs = 3_600_000

/** Thrown for what the caller can mend. */
export class QueueError extends Error {}

/** Another process works on the queue, and is the only one that may. */
export class QueueHeld extends Error {
  constructor() {
    super('another process works on this queue')
  }
}

/** Only looking makes none. */
export const noQueue = (): QueueError =>
  new QueueError('there is no queue beside this ledger yet; touchstone queue add makes it')
