/** Takes the connector's output as it comes. */
export interface LogSink {
  write(chunk: Uint8Array): void
}

/** What the connector logged since the run began, wherever it logs to. */
export interface LogControl extends Disposable {
  readonly kind: 'process' | 'files' | 'command' | 'none'
  /** Where the output of a process of our own goes. */
  readonly sink?: LogSink
  /** Number of bytes captured so far; for a command: by the last `complete`. */
  bytes(): number
  /** Call once the connector has ended: takes what only now can be taken. */
  complete(): Promise<void>
  /** Everything captured since the run began, from the beginning, as a stream. */
  read(onChunk: (chunk: Uint8Array) => void): Promise<void>
  /** Why the capture is not whole, in words; empty when it is. */
  gaps(): readonly string[]
}

/** The operator declares that the connector does not log. */
export const noLogs = (): LogControl => ({
  kind: 'none',
  bytes: () => 0,
  complete: async () => undefined,
  read: async () => undefined,
  gaps: () => [],
  [Symbol.dispose]: () => undefined,
})
