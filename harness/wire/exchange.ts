/** One request and what came back, or did not. Everything a connector does on the wire is one of these values. */
export type Exchange = Answer | Silence

/** What was asked, without its secrets: enough to name the exchange in a message. */
export interface Asked {
  readonly method: string
  /** Path and query as sent. */
  readonly path: string
}

/**
 * Order of what happened, as positions in one process-wide count (`nextMoment`), never as times of day.
 * `sent` is absent when the request was not known to be written completely.
 */
export interface Moments {
  readonly began: number
  readonly sent?: number
  readonly firstByte?: number
  readonly ended: number
}

interface Common {
  readonly asked: Asked
  readonly moments: Moments
  /** Duration from the first byte written to the end, by the monotonic clock, in milliseconds. */
  readonly millis: number
}

/** A complete HTTP answer. */
export interface Answer extends Common {
  readonly kind: 'answer'
  readonly status: number
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The body exactly as received, never decoded, at most 1 MiB. */
  readonly body: Uint8Array
  readonly document: Document
}

/** The body read as exactly one JSON document (R3), or why it is not one. */
export type Document =
  | {
      readonly ok: true
      readonly value: unknown
      /** JSON pointer → number token as written, for numbers that are not written as plain integers (`1.0`, `1e2`). */
      readonly oddNumbers: ReadonlyMap<string, string>
    }
  | { readonly ok: false; readonly flaw: Flaw; readonly detail: string }

export type Flaw = 'empty' | 'not UTF-8' | 'not JSON' | 'more than one document' | 'too deep' | 'duplicate key'

/** No complete answer. An observation, not an exception. */
export interface Silence extends Common {
  readonly kind: 'silence'
  /** `given up` is our own doing: the harness left, so it says nothing about the other side. */
  readonly why: 'refused' | 'reset' | 'timed out' | 'too large' | 'malformed' | 'given up'
  /** In the harness's own words; never text of the other side. */
  readonly detail: string
  /** The status, where the head of the answer had arrived. */
  readonly status?: number
}

/** Somebody answered, but nothing that can be read as an answer: unlike any other silence it breaks the specification by itself. */
export const isBrokenAnswer = (exchange: Exchange): boolean =>
  exchange.kind === 'silence' && (exchange.why === 'too large' || exchange.why === 'malformed')

let moment = 0

/** The next position in the order of events of this process. */
export const nextMoment = (): number => ++moment
