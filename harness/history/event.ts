import type { GateEvent, OutageKind } from '../faults/gate.ts'

/**
 * What happened to the operations of one connector, in order. `moment` comes from `nextMoment`: a total order of one
 * process, never a time of day. Events without an operation concern the whole target.
 */
export type HistoryEvent = Invoke | Return | GateEvent | Items | WholeTarget

/**
 * `odd publish`: a repeat with another, an invalid, a stale or an unauthenticated body. Whatever it is answered decides
 * nothing; it counts only where a write or an item has to be explained (R18, R19).
 */
export type CallKind = 'publish' | 'odd publish' | 'lookup'

export interface Invoke {
  readonly type: 'invoke'
  readonly operation: string
  /** Unique within a history. */
  readonly call: number
  readonly kind: CallKind
  readonly moment: number
}

/** A call without one is still under way. */
export interface Return {
  readonly type: 'return'
  readonly operation: string
  readonly call: number
  readonly outcome: Outcome
  readonly moment: number
}

/** A witness counted the destination items of the operation. */
export interface Items {
  readonly type: 'items'
  readonly operation: string
  readonly moment: number
  readonly count: number
  /** Only where an item's id is what `external_id` should name. */
  readonly ids?: readonly string[]
  /** False for an upper bound, such as a count of successful writes. */
  readonly exact: boolean
}

export type WholeTarget =
  | { readonly type: 'kill' | 'up' | 'outage-ended'; readonly moment: number }
  | { readonly type: 'outage-began'; readonly moment: number; readonly how?: OutageKind }

export type Outcome = Published | Pending | Rejected | Plain | Other

export interface Published {
  readonly is: 'published'
  readonly externalId: string
  readonly externalUrl?: string
}

export interface Pending {
  readonly is: 'pending'
  readonly providerReference?: string
}

export interface Rejected {
  readonly is: 'rejected'
  /** HTTP status, for the message. */
  readonly status?: number
}

/**
 * `unknown`: a problem with that outcome. `absent`: 404 from the operation route. `silent`: no complete answer.
 * `not sent`: the connection failed and no byte of the request left.
 */
export interface Plain {
  readonly is: 'unknown' | 'absent' | 'silent' | 'not sent'
}

/** An answer that the protocol does not have; `note` says what it was, in the harness's own words. */
export interface Other {
  readonly is: 'other'
  readonly note: string
}
