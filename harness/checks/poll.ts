import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks `probe` again and again until it gives something other than undefined, at most for `withinMs`.
 * Pauses grow from 5 ms to `slowestMs`: for what only asking can tell. Anything with an event of its own is awaited instead.
 */
export async function ask<T>(
  probe: () => Promise<T | undefined>,
  bound: { readonly withinMs: number; readonly slowestMs?: number; readonly signal: AbortSignal },
): Promise<T | undefined> {
  const began = performance.now()
  for (let pause = 5; ; pause = Math.min(pause * 2, bound.slowestMs ?? 250)) {
    const value = await probe()
    if (value !== undefined || performance.now() - began >= bound.withinMs) return value
    await wait(pause, undefined, { signal: bound.signal })
  }
}

/** Waits for an event of ours that may never come; undefined after `withinMs`. */
export async function within<T>(event: Promise<T>, withinMs: number, signal: AbortSignal): Promise<T | undefined> {
  const settled = new AbortController()
  try {
    return await Promise.race([event, wait(withinMs, undefined, { signal: AbortSignal.any([signal, settled.signal]) })])
  } finally {
    settled.abort()
  }
}

/** Runs `work` on every item, at most `atOnce` at a time; results in order. */
export async function eachOf<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return results
}
