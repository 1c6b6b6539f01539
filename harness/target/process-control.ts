import type { Exit } from './child.ts'

/** Starts, kills and restarts the connector, and proves that it did. */
export interface ProcessControl extends AsyncDisposable {
  /** Resolves when the connector answers. Rejects with a {@link StartError}. */
  start(): Promise<void>
  /** SIGKILL, until it is proven dead: gone, and its address refuses connections. Nothing happens when it does not run. */
  kill(): Promise<void>
  /** Sends the kill within this turn of the event loop. `kill` or `restart` afterwards proves and cleans up. */
  killNow(): void
  /** Kills the connector if it runs, and starts a new instance. */
  restart(): Promise<void>
  /** SIGTERM, ten seconds to end, then SIGKILL. All output has arrived when it resolves. */
  terminate(): Promise<void>
  /** Freezes the connector. Only for a process of our own. */
  pause?(): void
  resume?(): void
  /** It was started, has answered, and neither ended nor was told to. */
  readonly running: boolean
  /** Number of instances that came to answer: 1 for the first. */
  readonly generation: number
  /** Number of starts tried. */
  readonly starts: number
  /** The instance that answers now is proven to be another one than that before the last restart. */
  readonly provenNew: boolean
  /** The end of the current instance, when nobody asked for it. */
  unexpectedExit(): UnexpectedExit | undefined
  /** Called at every end, wanted or not. Returns how to stop listening. Never called for a connector that runs elsewhere. */
  onExit(listener: (exit: Exit) => void): () => void
  /** The last lines of its output, safe to print; empty for a connector that runs elsewhere. */
  tail(): string
}

export interface UnexpectedExit extends Exit {
  readonly tail: string
}

/** The connector did not come up. The message says why, with the last lines of its output. */
export class StartError extends Error {
  constructor(reason: string, tail = '') {
    super(tail === '' ? reason : `${reason}; its last output:\n${indent(tail)}`)
    this.name = 'StartError'
  }
}

/** The connector could not be stopped, or a command that operates it failed. */
export class ControlError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ControlError'
  }
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')
