import type { IdleLinks } from './idle-links.ts'

/** Sends one harmless GET on a fresh socket and, with `keep`, leaves the socket in the pool when it stays open. */
export type WarmOne = (options: { readonly keep: boolean; readonly withinMs?: number }) => Promise<Warmed>

export type Warmed = 'kept' | 'not kept' | 'starved'

/**
 * Fills the pool with up to `count` sockets, as many as the connector keeps open. A connector that serves one connection
 * per worker would starve on them: where a request goes unanswered while the others are open, all are given back.
 */
export async function warmUp(pool: IdleLinks, count: number, warmOne: WarmOne): Promise<void> {
  if (count < 1) return
  const began = performance.now()
  if ((await warmOne({ keep: true })) !== 'kept') return
  // A single-threaded connector answers one after the other.
  const withinMs = Math.max(1000, 4 * count * (performance.now() - began))
  const others = Array.from({ length: count - 1 }, () => warmOne({ keep: true, withinMs }))
  const warmed = await Promise.all(others)
  const canary = warmed.includes('starved') ? 'starved' : await warmOne({ keep: false, withinMs })
  if (canary === 'starved') pool[Symbol.dispose]()
}
