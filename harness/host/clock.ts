import { setTimeout as wait } from 'node:timers/promises'

/** The only time the host knows: a monotonic clock, and a way to let it pass. Milliseconds. */
export interface Clock {
  now(): number
  /** Rejects with the reason of the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const monotonic: Clock = {
  now: () => performance.now(),
  async pause(ms, signal) {
    signal.throwIfAborted()
    await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
