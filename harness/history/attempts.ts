/**
 * The writes of one operation as the destination saw them, reduced to the counts that a verdict needs. Every event
 * changes one attempt, so each costs constant time.
 */
export interface Attempts {
  byNth: Attempt[]
  begun: number
  /** Begun, not received completely and not given up. */
  underway: number
  /** Writes that may have happened, as far as the connector can know: received, not refuted, not looked for in vain. */
  possible: number
  /** Of these, the ones that were not merely answered 5xx in place of being forwarded (R23b). */
  hard: number
  /** Of these, the ones about which the connector can have learned nothing: neither an answer nor a later read. */
  unexplained: number
  /** The last moment before which no write was possible. */
  clearUntil: number
  /** When the latest read that saw no item began. */
  absentRead: number
  /** Those that ended are a chain; a read tells about a part at its beginning. Here the rest begins. */
  unread: Attempt | undefined
  /** The same for reads that saw no item. */
  unsought: Attempt | undefined
  lastEnded: Attempt | undefined
}

interface Attempt {
  received: boolean
  applied: boolean
  refuted: boolean
  endedAt: number | undefined
  endedNext: Attempt | undefined
  /** Its answer was lost, falsified or made up. */
  disturbed: boolean
  /** At some point the gate did not let it go on; it may never have. */
  held: boolean
  statusInsteadOfForwarding: boolean
  /** A read began after it had ended, and was answered. */
  read: boolean
  /** Such a read saw no item. */
  absent: boolean
}

export const newAttempts = (): Attempts => ({
  byNth: [],
  begun: 0,
  underway: 0,
  possible: 0,
  hard: 0,
  unexplained: 0,
  clearUntil: 0,
  absentRead: 0,
  unread: undefined,
  unsought: undefined,
  lastEnded: undefined,
})

/** To read from where an operation has none. */
export const noAttempts: Readonly<Attempts> = newAttempts()

export function changeAttempt(all: Attempts, nth: number, moment: number, change: (attempt: Attempt) => void): void {
  const attempt = all.byNth[nth - 1] ?? beginAttempt(all, nth)
  const wasClear = all.possible === 0
  weigh(all, attempt, -1)
  change(attempt)
  weigh(all, attempt, 1)
  if (wasClear && all.possible > 0) all.clearUntil = moment
}

export function endAttempt(all: Attempts, nth: number, moment: number): void {
  changeAttempt(all, nth, moment, (attempt) => {
    if (attempt.endedAt !== undefined) return
    attempt.endedAt = moment
    if (all.lastEnded) all.lastEnded.endedNext = attempt
    all.lastEnded = attempt
    all.unread ??= attempt
    all.unsought ??= attempt
  })
}

/** A read tells about every attempt that had ended when the read began. */
export function answerRead(all: Attempts, began: number, sawItem: boolean): void {
  all.unread = cover(all, all.unread, began, (attempt) => {
    attempt.read = true
  })
  if (sawItem) return
  all.absentRead = Math.max(all.absentRead, began)
  all.unsought = cover(all, all.unsought, began, (attempt) => {
    attempt.absent = true
  })
}

/** Gives the first attempt about which the read tells nothing. */
function cover(
  all: Attempts,
  from: Attempt | undefined,
  began: number,
  change: (attempt: Attempt) => void,
): Attempt | undefined {
  let attempt = from
  while (attempt && (attempt.endedAt ?? began) < began) {
    weigh(all, attempt, -1)
    change(attempt)
    weigh(all, attempt, 1)
    attempt = attempt.endedNext
  }
  return attempt
}

function beginAttempt(all: Attempts, nth: number): Attempt {
  const attempt = newAttempt()
  all.begun += 1
  all.underway += 1
  // Most operations are written once, and a list of one needs far less room than one that was made to grow.
  if (nth === 1 && all.byNth.length === 0) all.byNth = [attempt]
  else all.byNth[nth - 1] = attempt
  return attempt
}

const newAttempt = (): Attempt => ({
  received: false,
  applied: false,
  refuted: false,
  endedAt: undefined,
  endedNext: undefined,
  disturbed: false,
  held: false,
  statusInsteadOfForwarding: false,
  read: false,
  absent: false,
})

/** Adds what the attempt contributes to the counts, or with -1 takes it away. */
function weigh(all: Attempts, attempt: Attempt, sign: 1 | -1): void {
  const ended = attempt.endedAt !== undefined
  if (attempt.refuted || attempt.absent) return
  if (!attempt.received) {
    if (!ended) all.underway += sign
    return
  }
  all.possible += sign
  if (!attempt.statusInsteadOfForwarding) all.hard += sign
  const answered = ended && !attempt.disturbed && (attempt.applied || !attempt.held)
  if (!answered && !attempt.read) all.unexplained += sign
}
