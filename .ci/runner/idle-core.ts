import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

const watchedMs = 500

/** Watches all cores for half a second; whether they could have done so much more that it makes up half a core. */
export async function halfCoreIdles(signal: AbortSignal): Promise<boolean> {
  const before = idleMs()
  const began = performance.now()
  await wait(watchedMs, undefined, { signal }).catch(() => undefined)
  return idleMs() - before > (performance.now() - began) / 2
}

/** Of all cores together, since the machine was started. */
const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0)
