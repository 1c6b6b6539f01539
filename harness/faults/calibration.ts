import type { RequestPattern } from '../target/configuration.ts'
import type { Book } from './book.ts'
import { type Entry, isSuccess } from './entry.ts'
import { GateError } from './gate-error.ts'
import { matches, patternOf } from './pattern.ts'

/** Finds out which request creates the item. */
export interface Calibration {
  readonly write: RequestPattern | undefined
  readonly isPinned: boolean
  run(operation: string, publish: () => Promise<void>, count?: () => Promise<number>): Promise<void>
  /** Called between the destination's answer and the connector; asks for the count while a calibration needs it. */
  examine(entry: Entry): Promise<void>
}

interface Running {
  readonly operation: string
  readonly count: (() => Promise<number>) | undefined
  items: number
  /** The last one that was answered 2xx. */
  candidate: Entry | undefined
  queue: Promise<void>
  failure: { readonly error: unknown } | undefined
}

export function createCalibration(options: {
  readonly pinned: RequestPattern | undefined
  readonly health: readonly RequestPattern[]
  readonly book: Book
  readonly belongs: (operation: string, segment: string) => boolean
}): Calibration {
  let write = options.pinned
  let running: Running | undefined

  const learn = ({ method, path }: Entry, operation: string): void => {
    write = patternOf(method, path, (segment) => options.belongs(operation, segment))
    options.book.recognize(operation, write)
  }

  const compare = async (now: Running, entry: Entry): Promise<void> => {
    if (write || !now.count) return
    const items = await now.count()
    if (items > now.items && !write) learn(entry, now.operation)
    now.items = Math.max(items, now.items)
  }

  return {
    get write() {
      return write
    },
    isPinned: options.pinned !== undefined,
    async run(operation, publish, count) {
      if (running) throw new GateError('misuse', 'a calibration is on already')
      if (write) return publish()
      const now: Running = {
        operation,
        count,
        items: (await count?.()) ?? 0,
        candidate: undefined,
        queue: Promise.resolve(),
        failure: undefined,
      }
      running = now
      try {
        await publish()
        await now.queue
        if (now.failure) throw now.failure.error
        const { candidate } = now
        // A destination whose listing lags shows the item only now: then the last marked request is the best guess.
        if (!write && candidate && (!count || (await count()) > now.items)) learn(candidate, operation)
      } finally {
        running = undefined
      }
    },
    async examine(entry) {
      const now = running
      const { method, path } = entry
      if (!now || entry.operation !== now.operation || method === 'GET' || method === 'HEAD') return
      if (options.health.some((pattern) => matches(pattern, method, path))) return
      if (isSuccess(entry.upstreamStatus ?? 0)) now.candidate = entry
      // One after the other: two counts at once could not tell whose item it was.
      now.queue = now.queue.then(() => compare(now, entry)).catch((error: unknown) => void (now.failure = { error }))
      await now.queue
    },
  }
}
