import { setTimeout as pause } from 'node:timers/promises'

/**
 * Tries until one attempt says yes (true), or the time is over or `unless` settles (false), with pauses that grow from 1 to
 * 25 ms. An attempt is told by its signal when it is no longer waited for.
 */
export const poll = async (
  attempt: (signal: AbortSignal) => Promise<boolean>,
  millis: number,
  unless: Promise<unknown> = new Promise(() => undefined),
): Promise<boolean> => {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  const timer = setTimeout(abort, millis)
  unless.then(abort, abort)
  try {
    return await retry(attempt, stop.signal)
  } finally {
    clearTimeout(timer)
  }
}

const retry = async (attempt: (signal: AbortSignal) => Promise<boolean>, signal: AbortSignal): Promise<boolean> => {
  for (let millis = 1; !signal.aborted; millis = Math.min(millis * 2, 25)) {
    if (await unlessAborted(attempt(signal), signal)) return true
    await pause(millis, undefined, { signal }).catch(() => undefined)
  }
  return false
}

/** What the attempt says; false as soon as the signal is aborted, whatever becomes of the attempt. */
const unlessAborted = async (attempt: Promise<boolean>, signal: AbortSignal): Promise<boolean> => {
  const { promise: aborted, resolve } = deferred<false>()
  const abort = (): void => resolve(false)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([
      attempt.catch((error: unknown) => {
        if (signal.aborted) return false
        throw error
      }),
      aborted,
    ])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Whether the promise settles within this time. Its value and failure are not looked at. */
export const within = async (promise: Promise<unknown>, millis: number): Promise<boolean> => {
  const bound = new AbortController()
  const settled = promise.then(
    () => true,
    () => true,
  )
  const late = pause(millis, false, { signal: bound.signal }).catch(() => false)
  try {
    return await Promise.race([settled, late])
  } finally {
    bound.abort()
  }
}

/** A promise and the function that resolves it. */
export const deferred = <T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
