import { setMaxListeners } from 'node:events'

/** The one bound of one exchange: it covers connecting, sending and the whole answer. */
export interface Deadline extends Disposable {
  /** Its reason is an Error whose message says in our words why we stopped waiting. */
  readonly signal: AbortSignal
  stop(detail: string): void
}

/** Ends after `millis`, or when one of `signals` aborts. An own timer: `AbortSignal.any` keeps what it follows alive. */
export function startDeadline(millis: number, signals: readonly (AbortSignal | undefined)[]): Deadline {
  const controller = new AbortController()
  const stop = (detail: string): void => controller.abort(new GivenUp(detail))
  const stopped = (): void => stop('the harness stopped waiting')
  const timer = setTimeout(() => controller.abort(new Error(`no complete answer within ${millis} ms`)), millis)
  for (const signal of signals) {
    if (signal?.aborted) stopped()
    if (!signal) continue
    // Many exchanges may be under way at once, and each of them listens.
    setMaxListeners(0, signal)
    signal.addEventListener('abort', stopped)
  }
  return {
    signal: controller.signal,
    stop,
    [Symbol.dispose]() {
      clearTimeout(timer)
      for (const signal of signals) signal?.removeEventListener('abort', stopped)
    },
  }
}

/** We stopped waiting for a reason of our own. */
class GivenUp extends Error {}

/** What a deadline that ended makes of its exchange. */
export const kindOfEnd = (signal: AbortSignal): 'given up' | 'timed out' =>
  signal.reason instanceof GivenUp ? 'given up' : 'timed out'

/** Why a deadline ended, in words. */
export const whyEnded = (signal: AbortSignal): string =>
  signal.reason instanceof Error ? signal.reason.message : 'the harness stopped waiting'
