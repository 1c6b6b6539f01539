import type { Exchange } from './exchange.ts'
import type { WireRequest } from './request.ts'

/** How requests reach one connector. Every exchange is bounded, and the token goes to the configured origin only. */
export interface Wire {
  /** For messages, e.g. `http://127.0.0.1:18787`. */
  readonly origin: string

  /** One request on a connection of its own. Never throws for what the connector does. */
  send(request: WireRequest): Promise<Exchange>

  /** Like `send`, but on a raw socket that the caller can give up at a moment of its choosing. */
  start(request: WireRequest): Started

  /** Opens and warms (one harmless authenticated GET each) up to `count` keep-alive sockets for a burst. */
  warm(count: number): Promise<WarmSockets>

  /** Sends these bytes as they are on a fresh socket: for requests that a client library refuses to send. */
  bytes(request: Uint8Array, options?: { readonly deadlineMs?: number }): Promise<Exchange>

  close(): Promise<void>
}

export interface Started {
  /** Resolves when every byte of the request has been handed to the kernel; false when the connection failed before. */
  readonly sent: Promise<boolean>
  readonly exchange: Promise<Exchange>
  /** `fin` ends our side and closes, `reset` sends RST, `silent` keeps the socket open and stops reading until `close`. */
  giveUp(how: 'fin' | 'reset' | 'silent'): void
  close(): void
}

export interface WarmSockets extends Disposable {
  readonly count: number
  /**
   * Writes request i on socket i, all in one turn of the event loop (fresh sockets where fewer are warm).
   * `pause` runs before the first byte is written and `resume` after the last has been handed to the kernel.
   */
  fire(
    requests: readonly WireRequest[],
    around?: { readonly pause: () => void; readonly resume: () => void },
  ): Promise<readonly Exchange[]>
}
