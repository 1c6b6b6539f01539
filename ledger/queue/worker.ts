import { setTimeout as wait } from 'node:timers/promises'
import { type Carried, type Carrier, carry } from './carry.ts'
import type { Queue, Taken } from './queue.ts'
import { operationIdIn } from './queued-publish.ts'

export interface WorkerOptions extends Carrier {
  readonly queue: Queue
  /** Milliseconds since 1970; what is due is told by it. */
  readonly clock?: () => number
  /** How long what could not be finished rests, and how often an empty queue is looked at. */
  readonly retryMs?: number
  readonly idleMs?: number
  readonly onCarried?: (operationId: string, carried: Carried) => void
  /** A database or connector that cannot be reached, a file that is gone, a queue that is held. The worker goes on. */
  readonly onTrouble?: (error: unknown) => void
}

const defaultRetryMs = 30_000

/** Works on one publish after the other until the signal comes. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { signal, idleMs = 1000, onTrouble = () => {} } = options
  while (!signal.aborted) {
    try {
      if (await workOnce(options)) continue
    } catch (error) {
      if (!signal.aborted) onTrouble(error)
    }
    await wait(idleMs, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Carries everything that is due now, each once: what has to wait, or comes to be due meanwhile, is for the next time. Ends
 * early with its signal.
 * @throws QueueHeld, and what keeps a publish from being put back
 */
export async function workThrough(options: WorkerOptions): Promise<void> {
  const { signal, clock = Date.now, retryMs = defaultRetryMs } = options
  const began = clock()
  // Postponed beyond the moment that counts, whatever was asked for.
  const once: WorkerOptions = { ...options, clock: () => began, retryMs: Math.max(1, retryMs) }
  try {
    while (!signal.aborted && (await workOnce(once)));
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Carries the next publish that is due; false when there is none. Throws when it could not even be put back. */
export async function workOnce(options: WorkerOptions): Promise<boolean> {
  const { queue, clock = Date.now, retryMs = defaultRetryMs, onCarried, onTrouble } = options
  await using taken = await queue.take(timeAt(clock()))
  if (taken === undefined) return false
  const carried = await carryOrWait(taken, options, onTrouble)
  if (carried.is === 'waiting') await taken.postpone(timeAt(clock() + retryMs))
  onCarried?.(operationIdIn(taken.publish), carried)
  return true
}

/** One that makes trouble must not stand in the way of the others. */
async function carryOrWait(
  taken: Taken,
  options: WorkerOptions,
  onTrouble: WorkerOptions['onTrouble'],
): Promise<Carried> {
  try {
    return await carry(taken, options)
  } catch (error) {
    if (options.signal.aborted) throw error
    onTrouble?.(error)
    return { is: 'waiting' }
  }
}

const timeAt = (ms: number): string => new Date(ms).toISOString()
