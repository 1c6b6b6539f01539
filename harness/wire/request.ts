/** One request to the connector. */
export interface WireRequest {
  readonly method: string
  /** Absolute path with query, already percent-encoded where needed, e.g. `/v1/operations/abc`. */
  readonly path: string
  /** Sent as JSON with `content-type: application/json`. Use `bytes` for anything that is not a JSON value. */
  readonly json?: unknown
  /** Sent as it is, with `content-type: application/json` unless `headers` says otherwise. */
  readonly bytes?: string | Uint8Array
  /** Values of the Authorization header; default: one, `Bearer <configured token>`. An empty list sends none. */
  readonly authorization?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** Total bound of the exchange in milliseconds; default `defaultDeadlineMs`. */
  readonly deadlineMs?: number
  readonly signal?: AbortSignal
  /** Asks for more than the specification decides: whoever judges all answers of a run leaves this one out. */
  readonly offTheRecord?: boolean
}

/** Bound of an undisturbed exchange (`faults.md`: 30 s, never a learned time). */
export const defaultDeadlineMs = 30_000
