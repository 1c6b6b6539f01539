import type { LookupWord, Pending, Published, PublishWord, Rejected } from './word.ts'

/** Where one publish operation stands. `publishes` counts how often it entered the fence. */
export type Operation =
  | { readonly is: 'prepared'; readonly publishes: number; readonly turnedAway: boolean }
  /** A publish of this process is under way. */
  | { readonly is: 'entered'; readonly publishes: number; readonly turnedAway: boolean }
  | {
      readonly is: 'pending'
      readonly publishes: number
      readonly providerReference: string
      readonly pollAfterMs: number
    }
  /** A write may have occurred, and only a lookup can tell. `asked` counts the lookups that could not. */
  | { readonly is: 'unknown'; readonly publishes: number; readonly turnedAway: boolean; readonly asked: number }
  | { readonly is: 'published'; readonly publishes: number; readonly result: Published }
  | { readonly is: 'rejected'; readonly publishes: number; readonly refusal: Rejected }

export type OperationEvent =
  /** Somebody wants it published, and the installation allows it. */
  | { readonly type: 'publish' }
  | { readonly type: 'publish answered'; readonly word: PublishWord }
  | { readonly type: 'lookup answered'; readonly word: LookupWord }
  /** A pause is over. */
  | { readonly type: 'rested' }
  /** There is no time left for the pause. */
  | { readonly type: 'out of time' }

/** What is to be done, in order. A `record` is durable before the next effect begins. */
export type Effect =
  | { readonly do: 'record'; readonly note: Note }
  | { readonly do: 'publish' }
  | { readonly do: 'lookup' }
  | { readonly do: 'pause'; readonly ms: number }
  /** Give the event `publish`, unless the installation no longer allows it. */
  | { readonly do: 'ask leave' }
  | { readonly do: 'stop'; readonly why: StopReason }

/** What the fence is told; `publishes` is the one meant, counted from 1. `cleared`: it is certain that nothing was written, so the operation may enter again. */
export type Note =
  | { readonly is: 'entered'; readonly publishes: number }
  | { readonly is: 'cleared'; readonly publishes: number }
  | Pending
  | { readonly is: 'published'; readonly result: Published }
  | { readonly is: 'rejected'; readonly refusal: Rejected }

/** `nothing written`: cleared as often as the host tries. `nothing sent`: nobody listened. */
export type StopReason = 'settled' | 'out of time' | 'nothing sent' | 'nothing written'

/** How patient the host is. Milliseconds. */
export interface Patience {
  /** Before the second lookup of an unknown operation; doubles from there. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** How often one operation may enter the fence. */
  readonly publishes: number
}

export interface Step {
  readonly operation: Operation
  /** Empty where the event means nothing to the state. */
  readonly effects: readonly Effect[]
}

export const fresh: Extract<Operation, { is: 'prepared' }> = { is: 'prepared', publishes: 0, turnedAway: false }

/** The whole of what the host decides about an operation (§3.4, §3.5, §7.2). A publish follows no event but `publish`. */
export function step(operation: Operation, event: OperationEvent, patience: Patience): Step {
  switch (event.type) {
    case 'publish':
      return proceed(operation)
    case 'rested':
      return rested(operation)
    case 'publish answered':
      return operation.is === 'entered' ? published(operation, event.word, patience) : still(operation)
    case 'lookup answered':
      if (operation.is === 'unknown') return reconciled(operation, event.word, patience)
      return operation.is === 'pending' ? polled(operation, event.word, patience) : still(operation)
    case 'out of time':
      return isOpen(operation) ? still(operation, { do: 'stop', why: 'out of time' }) : still(operation)
  }
}

type Entered = Extract<Operation, { is: 'entered' }>
type Unsure = Extract<Operation, { is: 'unknown' }>
type Waiting = Extract<Operation, { is: 'pending' }>

const still = (operation: Operation, ...effects: readonly Effect[]): Step => ({ operation, effects })

const isOpen = ({ is }: Operation): boolean => is === 'prepared' || is === 'pending' || is === 'unknown'

function proceed(operation: Operation): Step {
  switch (operation.is) {
    case 'prepared': {
      const publishes = operation.publishes + 1
      return {
        operation: { ...operation, is: 'entered', publishes },
        effects: [{ do: 'record', note: { is: 'entered', publishes } }, { do: 'publish' }],
      }
    }
    case 'entered':
      return still(operation)
    // It may have been written already: only looked up.
    case 'pending':
    case 'unknown':
      return still(operation, { do: 'lookup' })
    case 'published':
    case 'rejected':
      return still(operation, { do: 'stop', why: 'settled' })
  }
}

function rested(operation: Operation): Step {
  if (operation.is === 'prepared') return still(operation, { do: 'ask leave' })
  const asks = operation.is === 'pending' || operation.is === 'unknown'
  return asks ? still(operation, { do: 'lookup' }) : still(operation)
}

function published(operation: Entered, word: PublishWord, patience: Patience): Step {
  switch (word.is) {
    case 'published':
    case 'rejected':
      return settle(operation, word)
    case 'pending':
      return wait(operation, word, patience)
    case 'unknown':
      return doubt(operation, word.retryAfterMs, patience)
    case 'unusable':
      return doubt(operation, undefined, patience)
    case 'nothing sent':
      return clear(operation, operation.turnedAway, { do: 'stop', why: 'nothing sent' })
    case 'busy':
      // Respected once; coming back earlier than asked would not be respect.
      if (operation.turnedAway || word.retryAfterMs > patience.longestPauseMs) return settle(operation, word.refusal)
      return clear(operation, true, { do: 'pause', ms: word.retryAfterMs })
  }
}

function reconciled(operation: Unsure, word: LookupWord, patience: Patience): Step {
  switch (word.is) {
    case 'published':
    case 'rejected':
      return settle(operation, word)
    case 'pending':
      return wait(operation, word, patience)
    case 'absent':
      return clear(
        operation,
        operation.turnedAway,
        operation.publishes < patience.publishes ? { do: 'ask leave' } : { do: 'stop', why: 'nothing written' },
      )
    case 'unknown':
    case 'busy':
      return doubtStill(operation, word.retryAfterMs, patience)
    case 'unusable':
      return doubtStill(operation, undefined, patience)
  }
}

function polled(operation: Waiting, word: LookupWord, patience: Patience): Step {
  switch (word.is) {
    case 'published':
    case 'rejected':
      return settle(operation, word)
    case 'pending':
      return wait(operation, word, patience)
    // After `pending` a 404 contradicts itself, and to publish again on the word of one who does is not safe.
    case 'absent':
    case 'unknown':
    case 'busy':
    case 'unusable':
      return still(operation, { do: 'pause', ms: bounded(operation.pollAfterMs, patience) })
  }
}

function settle({ publishes }: Operation, word: Published | Rejected): Step {
  const stop: Effect = { do: 'stop', why: 'settled' }
  if (word.is === 'published') {
    return {
      operation: { is: 'published', publishes, result: word },
      effects: [{ do: 'record', note: { is: 'published', result: word } }, stop],
    }
  }
  return {
    operation: { is: 'rejected', publishes, refusal: word },
    effects: [{ do: 'record', note: { is: 'rejected', refusal: word } }, stop],
  }
}

const wait = ({ publishes }: Operation, word: Pending, patience: Patience): Step => ({
  operation: { ...word, publishes },
  effects: [
    { do: 'record', note: word },
    { do: 'pause', ms: bounded(word.pollAfterMs, patience) },
  ],
})

// Nothing to record: an operation that has entered and has no result is unknown to whoever finds it.
const doubt = ({ publishes, turnedAway }: Entered, asked: number | undefined, patience: Patience): Step => ({
  operation: { is: 'unknown', publishes, turnedAway, asked: 0 },
  effects: [{ do: 'pause', ms: bounded(asked ?? patience.firstPauseMs, patience) }],
})

function doubtStill(operation: Unsure, asked: number | undefined, patience: Patience): Step {
  const doubled = patience.firstPauseMs * 2 ** Math.min(operation.asked, 20)
  return {
    operation: { ...operation, asked: operation.asked + 1 },
    effects: [{ do: 'pause', ms: bounded(asked ?? doubled, patience) }],
  }
}

const clear = ({ publishes }: Operation, turnedAway: boolean, next: Effect): Step => ({
  operation: { is: 'prepared', publishes, turnedAway },
  effects: [{ do: 'record', note: { is: 'cleared', publishes } }, next],
})

const bounded = (ms: number, { longestPauseMs }: Patience): number => Math.min(Math.max(0, ms), longestPauseMs)
