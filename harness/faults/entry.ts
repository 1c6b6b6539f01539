import { nextMoment } from '../wire/exchange.ts'
import type { Attempt, GateEvent } from './gate.ts'

/** An {@link Attempt} while the gate still writes into it. */
export type Entry = { -readonly [Key in keyof Attempt]: Attempt[Key] } & {
  /** Position among the requests of the operation that are not writes. */
  nthRead: number
  refuted: number | undefined
  readonly told: Set<GateEvent['type']>
}

export const newEntry = (method: string, path: string, connection: Attempt['connection']): Entry => ({
  operation: undefined,
  method,
  path,
  write: false,
  nth: 0,
  nthRead: 0,
  connection,
  began: nextMoment(),
  received: undefined,
  applied: undefined,
  answered: undefined,
  ended: undefined,
  connectorGone: undefined,
  afterwards: undefined,
  disturbed: false,
  upstreamStatus: undefined,
  upstreamFailure: undefined,
  strings: undefined,
  givenStatus: undefined,
  refuted: undefined,
  told: new Set(),
})

/**
 * Tells what has become known about a write since the last call. Called after each step, and once more when a request
 * turns out to have been the write only afterwards.
 */
export function tell(entry: Entry, observe: (event: GateEvent) => void): void {
  const { operation, nth, upstreamStatus: status } = entry
  if (!entry.write || operation === undefined) return
  const once = (type: GateEvent['type'], moment: number | undefined, event: (moment: number) => GateEvent): void => {
    if (moment === undefined || entry.told.has(type)) return
    entry.told.add(type)
    observe(event(moment))
  }
  const applied = status !== undefined && isSuccess(status) ? entry.applied : undefined
  once('write-began', entry.began, (moment) => ({ type: 'write-began', operation, nth, moment }))
  once('write-received', entry.received, (moment) => ({ type: 'write-received', operation, nth, moment }))
  once('write-applied', applied, (moment) => ({ type: 'write-applied', operation, nth, moment, status: status ?? 0 }))
  once('write-refuted', entry.refuted, (moment) => ({ type: 'write-refuted', operation, nth, moment }))
  once('write-ended', entry.ended, (moment) => ({ type: 'write-ended', operation, nth, moment }))
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300

const negative = new Set([400, 401, 403, 404, 405, 410, 413, 415, 422])

/** Statuses that exclude that the destination wrote; 409, 429 and 5xx do not. */
export const excludesWrite = (status: number): boolean => negative.has(status)

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
