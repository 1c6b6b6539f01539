import type { Operation, Rendition } from '../../harness/host/index.ts'
import type { BlockerCode, State } from '../readiness/index.ts'
import type { Intent, Subject } from '../record/index.ts'

/** A publish that somebody wants done, now or later. */
export interface Order {
  /** As the host prepared it, with the capability revision of then (§3.5.5). */
  readonly rendition: Rendition
  /** `provider.id` of the manifest. */
  readonly provider: string
  readonly operation: 'publish_immediate' | 'publish_scheduled'
  readonly intent: Intent
  /** Who ordered it, by the id that `isAdministrator` knows. */
  readonly orderedBy: string
  /** `YYYY-MM-DDTHH:MM:SS.mmmZ` */
  readonly notBefore: string
}

export interface QueuedPublish extends Omit<Order, 'intent'> {
  /** Empty, or a word that we do not know, in rows of another version: such a one is never published (§3.3). */
  readonly intent: string
  /** What the order was about when it was queued. */
  readonly subject: Subject
  readonly progress: Progress
}

/** `refused`: readiness forbade it before anything can have been written, and that is its end. */
export type Progress = Operation | { readonly is: 'refused'; readonly publishes: number; readonly refusal: Refusal }

export interface Refusal {
  readonly state: State
  /** At least one; what readiness said first. */
  readonly codes: readonly RefusalCode[]
}

export type RefusalCode =
  | BlockerCode
  /** Queued without an intent, or with one that we do not know. */
  | 'unknown_intent'
  /** `certification_test`, and whoever ordered it is no unscoped administrator any more. */
  | 'not_administrator'
  /** App, instance, environment, account kind or policy mode are not those of the order. */
  | 'subject_changed'
  /** The connector offers something else than what was decided about. */
  | 'capability_changed'
  /** The connector said so often that it knows nothing of the operation that we gave up. */
  | 'nothing_written'

export const operationIdIn = ({ rendition }: Pick<Order, 'rendition'>): string => rendition.request.operation_id
