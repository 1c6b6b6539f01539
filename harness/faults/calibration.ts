import type { RequestPattern } from '../target/configuration.ts'
import type { Book } from './book.ts'
import { type Entry, isRead, isSuccess } from './entry.ts'
import type { Followers } from './followers.ts'
import { GateError } from './gate-error.ts'
import type { Attempt, Calibrated } from './gate.ts'
import { matches, patternOf } from './pattern.ts'

/** Finds out which request creates the item. */
export interface Calibration {
  readonly write: RequestPattern | undefined
  readonly unattributed: RequestPattern | undefined
  readonly isPinned: boolean
  run(operation: string, publish: () => Promise<void>, count?: () => Promise<number>): Promise<Calibrated>
  /** Called when a request has come in, with the operation that it names by what it carries. */
  study(entry: Entry, marked: string | undefined): void
  /** Called between the destination's answer and the connector; asks for the count while a calibration needs it. */
  examine(entry: Entry): Promise<void>
  /** The kind of a request, without what belongs to its operation only. */
  patternOf(request: Attempt): RequestPattern
}

interface Running {
  readonly operation: string
  readonly count: (() => Promise<number>) | undefined
  /** Of the operation, in order. */
  readonly studied: RequestPattern[]
  readonly compared: Set<Attempt>
  items: number
  /** The last one of the operation that was answered 2xx. */
  candidate: Entry | undefined
  /** The last one of no operation that was answered 2xx after it. */
  later: Entry | undefined
  queue: Promise<void>
  failure: { readonly error: unknown } | undefined
}

export function createCalibration(options: {
  readonly pinned: RequestPattern | undefined
  readonly health: readonly RequestPattern[]
  readonly book: Book
  readonly followers: Followers
  readonly belongs: (operation: string, segment: string) => boolean
}): Calibration {
  const { pinned, book, followers } = options
  let write = pinned
  let unattributed: RequestPattern | undefined
  let running: Running | undefined

  const isHealth = ({ method, path }: Attempt): boolean =>
    options.health.some((pattern) => matches(pattern, method, path))

  const kindOf = ({ method, path, operation }: Attempt): RequestPattern =>
    followers.patternOf(method, path) ??
    patternOf(method, path, (segment) => operation !== undefined && options.belongs(operation, segment))

  const blame = (request: Attempt): void => {
    if (request.operation === undefined) unattributed = kindOf(request)
    else book.recognize(request.operation, (write = kindOf(request)))
  }

  /** When requests overlap, the item may be that of one which has not been looked at yet. */
  const underWay = ({ operation, compared }: Running): Attempt | undefined =>
    book.attempts(operation).findLast((one) => !isRead(one.method) && one.ended === undefined && !compared.has(one))

  const compare = async (now: Running, entry: Entry): Promise<void> => {
    if (write || unattributed || !now.count) return
    const items = await now.count()
    if (items > now.items) blame(entry.operation === undefined ? (underWay(now) ?? entry) : entry)
    now.items = Math.max(items, now.items)
    now.compared.add(entry)
  }

  /** A destination whose listing lags shows the item only in the end: then the last request is the best guess. */
  const guess = async ({ count, items, candidate, later }: Running): Promise<void> => {
    if (write || unattributed) return
    // Without a count nothing speaks against the operation's own request.
    const guessed = count ? (later ?? candidate) : candidate
    if (guessed && (!count || (await count()) > items)) blame(guessed)
  }

  const summary = (operation: string, came: readonly Attempt[]): Calibrated => ({
    own: eachOnce(came.filter((one) => one.operation === operation).map(kindOf)),
    others: eachOnce(came.filter((one) => one.operation === undefined && !isHealth(one)).map(kindOf)),
  })

  return {
    get write() {
      return write
    },
    get unattributed() {
      return unattributed
    },
    isPinned: pinned !== undefined,
    patternOf: kindOf,
    async run(operation, publish, count) {
      if (running) throw new GateError('misuse', 'a calibration is on already')
      const before = book.attempts().length
      const now: Running = {
        operation,
        count,
        studied: [],
        compared: new Set(),
        items: write ? 0 : ((await count?.()) ?? 0),
        candidate: undefined,
        later: undefined,
        queue: Promise.resolve(),
        failure: undefined,
      }
      running = now
      try {
        await publish()
        await now.queue
        if (now.failure) throw now.failure.error
        await guess(now)
        return summary(operation, book.attempts().slice(before))
      } finally {
        running = undefined
      }
    },
    study({ method, path }, marked) {
      if (!running || isRead(method) || (marked ?? running.operation) !== running.operation) return
      followers.study(running.operation, method, path, running.studied)
      const pattern = followers.patternOf(method, path)
      if (marked !== undefined || pattern) running.studied.push(pattern ?? { method, path })
    },
    async examine(entry) {
      const now = running
      if (!now || isRead(entry.method) || isHealth(entry)) return
      const isOwn = entry.operation === now.operation
      if (!isOwn && entry.operation !== undefined) return
      if (isSuccess(entry.upstreamStatus ?? 0)) {
        if (isOwn) now.candidate = entry
        now.later = isOwn ? undefined : entry
      }
      // One after the other: two counts at once could not tell whose item it was.
      now.queue = now.queue.then(() => compare(now, entry)).catch((error: unknown) => void (now.failure = { error }))
      await now.queue
    },
  }
}

function eachOnce(patterns: readonly RequestPattern[]): RequestPattern[] {
  return [...new Map(patterns.map((pattern) => [`${pattern.method} ${pattern.path}`, pattern])).values()]
}
