/**
 * The writes of one operation as the destination saw them, reduced to the counts that a verdict needs. Every event
 * changes one attempt, so each costs constant time.
 */
export interface Attempts {
  readonly byNth: Attempt[]
  /** In the order in which they ended. */
  readonly ended: Attempt[]
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
  readSoFar: number
  absentSoFar: number
}

interface Attempt {
  received: boolean
  applied: boolean
  refuted: boolean
  endedAt: number | undefined
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
  ended: [],
  begun: 0,
  underway: 0,
  possible: 0,
  hard: 0,
  unexplained: 0,
  clearUntil: 0,
  absentRead: 0,
  readSoFar: 0,
  absentSoFar: 0,
})

export function changeAttempt(all: Attempts, nth: number, moment: number, change: (attempt: Attempt) => void): void {
  const attempt = (all.byNth[nth] ??= newAttempt(all))
  const wasClear = all.possible === 0
  weigh(all, attempt, -1)
  change(attempt)
  weigh(all, attempt, 1)
  if (wasClear && all.possible > 0) all.clearUntil = moment
}

export function endAttempt(all: Attempts, nth: number, moment: number): void {
  changeAttempt(all, nth, moment, (attempt) => {
    attempt.endedAt = moment
    all.ended.push(attempt)
  })
}

/** A read tells about every attempt that had ended when the read began: a prefix of those that ended. */
export function answerRead(all: Attempts, began: number, sawItem: boolean): void {
  all.readSoFar = cover(all, all.readSoFar, began, (attempt) => {
    attempt.read = true
  })
  if (sawItem) return
  all.absentRead = Math.max(all.absentRead, began)
  all.absentSoFar = cover(all, all.absentSoFar, began, (attempt) => {
    attempt.absent = true
  })
}

function cover(all: Attempts, from: number, began: number, change: (attempt: Attempt) => void): number {
  let next = from
  for (let attempt = all.ended[next]; attempt && (attempt.endedAt ?? began) < began; attempt = all.ended[next]) {
    weigh(all, attempt, -1)
    change(attempt)
    weigh(all, attempt, 1)
    next += 1
  }
  return next
}

function newAttempt(all: Attempts): Attempt {
  all.begun += 1
  all.underway += 1
  return {
    received: false,
    applied: false,
    refuted: false,
    endedAt: undefined,
    disturbed: false,
    held: false,
    statusInsteadOfForwarding: false,
    read: false,
    absent: false,
  }
}

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
