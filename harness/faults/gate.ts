import type { RequestPattern } from '../target/configuration.ts'

/** What stands between connector and destination: it buffers, counts, learns and disturbs. Never touches what it was not told to. */
export interface Gate extends AsyncDisposable {
  /** Where the connector is to find its destination, e.g. `http://127.0.0.1:18056`. */
  readonly url: string
  /** Where the destination itself answers, past the gate: for a witness, which must neither be counted nor disturbed. */
  readonly upstream: string
  readonly learned: Learned

  /** From now on requests that carry `marker` (raw, percent-decoded or JSON-unescaped) belong to the operation `operation`. */
  watch(operation: string, marker: string): void

  /** All attempts so far, or those of one operation, in order. Reads included. */
  attempts(operation?: string): readonly Attempt[]

  /**
   * Runs `publish` undisturbed, alone, while every request that is not GET or HEAD is examined: after its upstream answer
   * arrived and before it is passed on, `count` is asked how many items exist. The request after which it rises is the
   * write, unless it is of no operation: {@link Learned.unattributed}. Without `count`, the write is the last request of
   * the operation that was answered 2xx. A pinned `write` is only confirmed.
   */
  calibrate(operation: string, publish: () => Promise<void>, count?: () => Promise<number>): Promise<Calibrated>

  /**
   * Runs `work`, a call of the connector's health, and learns from the requests that come meanwhile, provided that nothing
   * else is under way: {@link Learned.health}. Gives what `work` gives.
   */
  duringHealth<Value>(work: () => Promise<Value>): Promise<Value>

  /**
   * Sets one fault for one attempt of one operation. One-shot unless `nth` is `all`. An attempt that is under way already
   * is struck too when `nth` names it: wait for {@link Gate.drained} before `all`, or name a later one. Throws a
   * `GateError` for an act that its point does not have.
   */
  arm(arm: Arm): Armed

  /**
   * The whole destination: connections refused, requests never answered, or every request answered 500 with `body`.
   * Ends on dispose. Meanwhile no arm strikes, and no answer passes that was still under way: it fares as any other.
   *
   * `refused` keeps the port from other programs' outgoing connections, not from one that wants to listen on this very
   * port: disposing then waits for it about two seconds and rejects with a `GateError`.
   */
  outage(how: OutageKind, body?: string): Promise<AsyncDisposable>

  /** Resolves once no request of the operation is under way in the gate; rejects with the reason of the signal. */
  drained(operation: string, signal: AbortSignal): Promise<void>
}

/** The kinds of requests that came during a calibration, each once, reads included. */
export interface Calibrated {
  readonly own: readonly RequestPattern[]
  /** Of no operation, and none that is configured as a health request. */
  readonly others: readonly RequestPattern[]
}

export type OutageKind = 'refused' | 'hanging' | '500'

export interface Learned {
  /** The request that creates the item; undefined until calibrated or pinned. */
  readonly write: RequestPattern | undefined
  readonly writeIsPinned: boolean
  /** The request that created the item of the calibration, when nothing in it shows its operation: then no write is learned. */
  readonly unattributed: RequestPattern | undefined
  /**
   * The requests with which the connector asks for the health of its destination: configured, or seen at least twice
   * during health calls without belonging to an operation.
   */
  readonly health: readonly RequestPattern[]
  /** Values seen in credential headers (authorization, x-api-key, cookie …), for the secret search. */
  readonly secrets: ReadonlySet<string>
  /** The connector sent a second request on a destination connection. */
  readonly reusesConnections: boolean
}

/** One request as the gate saw it, kept up to date while it is under way. Moments come from `nextMoment`. */
export interface Attempt {
  readonly operation: string | undefined
  readonly method: string
  /** Without query. */
  readonly path: string
  /** It has the method and path of the learned or pinned write. */
  readonly write: boolean
  /** 1 for the first write of this operation, 2 for the second …; 0 for anything that is not a write. */
  readonly nth: number
  readonly connection: 'fresh' | 'reused'
  readonly began: number
  /** Complete request in the gate. */
  readonly received: number | undefined
  /** Complete answer of the destination in the gate. */
  readonly applied: number | undefined
  /** Answer handed to the kernel completely. */
  readonly answered: number | undefined
  /** Nothing of it is under way any more. */
  readonly ended: number | undefined
  /** The connector closed its side before it had a complete answer. */
  readonly connectorGone: number | undefined
  /** What the connector did with the connection once the answer was in the kernel; undefined while nobody can tell. */
  readonly afterwards: 'reset' | 'closed' | 'used again' | undefined
  /** A fault was set for it. */
  readonly disturbed: boolean
  /** Status of the destination's own answer. */
  readonly upstreamStatus: number | undefined
  /** Why the destination's answer is missing: no connection to it, no complete answer from it, or more than 16 MiB. */
  readonly upstreamFailure: 'unreachable' | 'lost' | 'too large' | undefined
  /**
   * How many strings of the destination's own answer `inflate` can choose from; undefined when the answer is not JSON or
   * the request is of no operation.
   */
  readonly strings: number | undefined
  /** Status that the connector was given, if any. */
  readonly givenStatus: number | undefined
}

/**
 * `received`: complete request, not forwarded yet. `applied`: complete upstream answer, not one byte passed on. `partial`:
 * the head of the answer and `bytes` of its body are in the kernel, no more. `answered`: all bytes are in the kernel; the
 * connector may have read and acted on them (R23c).
 */
export type Point = 'received' | 'applied' | 'partial' | 'answered'

/** `received` and `applied` have all acts but where an act says otherwise; `partial` has `reset`, `hang` and `end`; `answered` only `nothing`. */
export type Act =
  /** Only `onHit`. Not at `partial`. */
  | { readonly do: 'nothing' }
  /**
   * Wait until `release` of the {@link Armed}; then go on as if nothing had been, even when the connector has gone. At
   * `received` that is how a write arrives late: hold, wait until the connector gave up, release, await `forwarded`.
   */
  | {
      readonly do: 'hold'
      /** What is released is reset instead of going on: so an answer is lost at a moment of ours. At `received` it is not forwarded. */
      readonly onRelease?: 'reset'
    }
  /** Never answer; end when the connector closes. At `received` the request is not forwarded. */
  | { readonly do: 'hang' }
  /** At `received` the request is not forwarded. */
  | { readonly do: 'reset' }
  /** Send the head and half of the body, then reset. At `received` the request is not forwarded and the half is invented. */
  | { readonly do: 'truncate' }
  /** At `received` the request is not forwarded. 200 with bytes that are no answer of this destination; they carry `body`. */
  | { readonly do: 'garbage'; readonly body: string }
  /** At `received` the request is not forwarded. A Buffer is sent without a copy: share one where bodies are large. */
  | { readonly do: 'status'; readonly status: number; readonly body: string | Buffer }
  /** Only at `received`: the request is not forwarded, and the connection closed by FIN without an answer. */
  | { readonly do: 'drop' }
  /** At `applied` and `partial`: close the connection by FIN without an answer, or without the rest of it. */
  | { readonly do: 'end' }
  /**
   * Only at `applied`: go on with an answer in which one string has been lengthened to `bytes`; all else stays as it was,
   * and so does how the string begins (a URL keeps its scheme and host). `index` counts the string values inside at most
   * three objects or arrays, in document order. Strikes only an answer that has this string; see {@link Attempt.strings}.
   */
  | { readonly do: 'inflate'; readonly index: number; readonly bytes: number }

export interface Arm {
  readonly operation: string
  /** `read` is every request of the operation that is not a write. */
  readonly target: 'write' | 'read'
  /** Counted from the first one of the operation, not from when the arm was set. */
  readonly nth: number | 'all'
  readonly connection?: 'fresh' | 'reused'
  readonly at: Point
  /**
   * For `partial`: how much of the body is sent on, half of it when absent. At least one byte is withheld; of an answer
   * without a body, half of the head.
   */
  readonly bytes?: number
  readonly act: Act
  /** Called synchronously the instant the arm strikes, before the gate sends or awaits anything. */
  readonly onHit?: (attempt: Attempt) => void
}

export interface Armed extends Disposable {
  /** Resolves at the first strike. Never rejects; race it against a bound. */
  readonly hit: Promise<Attempt>
  readonly fired: boolean
  readonly hits: readonly Attempt[]
  /**
   * For a `hold` at `received`: resolves when what was released has been forwarded and the destination has answered it, or
   * failed to (`upstreamFailure`). Never rejects; race it against a bound.
   */
  readonly forwarded: Promise<Attempt>
  /** Lets go of what `hold` holds, and holds nothing from now on. Dispose does too, and disarms. */
  release(): void
}

/**
 * What the gate tells whoever records the history. That a request is a write is known later than it began: events may
 * arrive after others with a greater moment.
 */
export type GateEvent =
  | { readonly type: 'write-began'; readonly operation: string; readonly nth: number; readonly moment: number }
  | { readonly type: 'write-received'; readonly operation: string; readonly nth: number; readonly moment: number }
  /** The destination answered 2xx completely. After any other answer that refutes nothing the write stays possible. */
  | {
      readonly type: 'write-applied'
      readonly operation: string
      readonly nth: number
      readonly moment: number
      readonly status: number
    }
  /** A complete negative answer (400, 401, 403, 404, 405, 410, 413, 415, 422) was passed on to the connector completely: it knows that this attempt wrote nothing. */
  | { readonly type: 'write-refuted'; readonly operation: string; readonly nth: number; readonly moment: number }
  | { readonly type: 'write-ended'; readonly operation: string; readonly nth: number; readonly moment: number }
  /**
   * The connector was given the destination's own complete answer to a GET of the operation: 2xx, or 404 or 410, which
   * say that nothing is there. `sawItem`: the answer is 2xx and names the marker or the operation; one that lists items by
   * their ids alone shows it to the connector and not to us.
   */
  | {
      readonly type: 'read-answered'
      readonly operation: string
      readonly began: number
      readonly moment: number
      readonly status: number
      readonly sawItem: boolean
    }
  | {
      readonly type: 'fault'
      readonly operation: string
      readonly moment: number
      readonly at: Point
      readonly act: Act['do']
      readonly nth: number
    }
