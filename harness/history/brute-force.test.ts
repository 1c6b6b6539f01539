import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { HistoryEvent, Outcome } from './event.ts'
import { judge } from './judge.ts'

/**
 * An independent decision: is there an order of the calls, each at one point between its beginning and its end, in which
 * every answer is true of a state that the writes change at their own moments? Found by trying all orders.
 */
function linearizable(events: readonly HistoryEvent[]): boolean {
  const points = pointsOf(events)
  const search = (left: readonly Point[], state: State): boolean => {
    if (left.length === 0) return true
    const firstEnd = Math.min(...left.map(({ until }) => until))
    return left.some((point) => {
      if (point.from > firstEnd) return false
      const next = point.step(state)
      return (
        next !== undefined &&
        search(
          left.filter((other) => other !== point),
          next,
        )
      )
    })
  }
  return search(points, { level: 0, possible: new Set(), exists: false, published: undefined })
}

interface State {
  readonly level: 0 | 1 | 2
  readonly possible: ReadonlySet<number>
  readonly exists: boolean
  readonly published: string | undefined
}

interface Point {
  readonly from: number
  readonly until: number
  /** The state after it, or undefined where it cannot have happened. */
  step(state: State): State | undefined
}

function pointsOf(events: readonly HistoryEvent[]): Point[] {
  const points: Point[] = []
  const invoked = new Map<number, number>()
  for (const event of events) {
    const { moment } = event
    const at = (step: Point['step']): number => points.push({ from: moment, until: moment, step })
    if (event.type === 'invoke') invoked.set(event.call, moment)
    if (event.type === 'return') {
      const from = invoked.get(event.call) ?? moment
      points.push({ from, until: moment, step: truthOf(event.outcome, outageWithin(events, from, moment)) })
    }
    if (event.type === 'write-received') at((state) => ({ ...state, possible: new Set(state.possible).add(event.nth) }))
    if (event.type === 'write-refuted') {
      at((state) => ({ ...state, possible: new Set([...state.possible].filter((nth) => nth !== event.nth)) }))
    }
    if (event.type === 'write-applied') at((state) => ({ ...state, exists: state.exists || event.status === 201 }))
  }
  return points
}

function outageWithin(events: readonly HistoryEvent[], from: number, until: number): boolean {
  const began = events.find(({ type }) => type === 'outage-began')?.moment ?? Infinity
  const ended = events.find(({ type }) => type === 'outage-ended')?.moment ?? Infinity
  return began < until && ended > from
}

function truthOf(outcome: Outcome, outage: boolean): Point['step'] {
  switch (outcome.is) {
    case 'published': {
      const name = `${outcome.externalId} ${outcome.externalUrl}`
      return (state) =>
        state.exists && (state.published ?? name) === name ? { ...state, level: 2, published: name } : undefined
    }
    case 'pending':
      return (state) => (state.level < 2 ? { ...state, level: 1 } : undefined)
    case 'unknown':
      return (state) => (state.level < 2 ? { ...state, level: 1 } : outage ? state : undefined)
    case 'rejected':
    case 'absent':
      return (state) => (state.level === 0 && state.possible.size === 0 && !state.exists ? state : undefined)
    case 'silent':
    case 'not sent':
    case 'other':
      return (state) => state
  }
}

/** Small, so that all orders can be tried; a publish without an answer may explain every write (I8 has its own tests). */
function randomHistory(below: (limit: number) => number): HistoryEvent[] {
  const operation = 'op'
  const queues: ((moment: number) => HistoryEvent)[][] = []
  // What a connector may find out after "unknown" is no matter of order, so refuted writes come without it.
  const refuting = below(2) === 0
  for (let call = 1; call <= 2 + below(4); call += 1) {
    const outcome = randomOutcome(below, refuting)
    const kind = below(2) === 0 ? 'publish' : 'lookup'
    queues.push([
      (moment) => ({ type: 'invoke', operation, call, kind, moment }),
      (moment) => ({ type: 'return', operation, call, outcome, moment }),
    ])
  }
  for (let nth = 1; nth <= below(3); nth += 1) {
    const attempt: ((moment: number) => HistoryEvent)[] = [
      (moment) => ({ type: 'write-began', operation, nth, moment }),
      (moment) => ({ type: 'write-received', operation, nth, moment }),
    ]
    const fate = below(4)
    if (fate === 0 && refuting) attempt.push((moment) => ({ type: 'write-refuted', operation, nth, moment }))
    else if (fate < 3) {
      const status = below(5) === 0 ? 500 : 201
      attempt.push((moment) => ({ type: 'write-applied', operation, nth, status, moment }))
    }
    queues.push(attempt)
  }
  if (below(4) === 0) {
    queues.push([
      // Not `refused`: what a connector learns from that, the search does not know.
      (moment) => ({ type: 'outage-began', how: 'hanging', moment }),
      (moment) => ({ type: 'outage-ended', moment }),
    ])
  }
  const events: HistoryEvent[] = [{ type: 'invoke', operation, call: 0, kind: 'publish', moment: 1 }]
  while (queues.length > 0) {
    const queue = queues[below(queues.length)]
    const event = queue?.shift()
    if (event) events.push(event(events.length + 1))
    if (queue?.length === 0) queues.splice(queues.indexOf(queue), 1)
  }
  const exists = events.some((event) => event.type === 'write-applied' && event.status === 201)
  return [...events, { type: 'items', operation, count: exists ? 1 : 0, exact: true, moment: events.length + 1 }]
}

function randomOutcome(below: (limit: number) => number, refuting: boolean): Outcome {
  const odd: Outcome = below(2) === 0 ? { is: 'silent' } : { is: 'not sent' }
  const denial: Outcome = below(2) === 0 ? { is: 'rejected' } : { is: 'absent' }
  const waiting: Outcome = below(2) === 0 ? { is: 'pending' } : { is: 'unknown' }
  const other = below(10) === 0
  const published: Outcome = { is: 'published', externalId: other ? 'b' : 'a', externalUrl: 'https://d.example/1' }
  const all = [published, published, denial, refuting ? denial : waiting, refuting ? published : waiting, odd]
  return all[below(all.length)] ?? odd
}

// A linear congruence: the same histories in every run.
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * limit)
  }
}

test('the judge agrees with a search through all orders on 200 000 random histories', () => {
  const below = seeded(20_240_607)
  const counts = { valid: 0, invalid: 0 }
  for (let index = 0; index < 200_000; index += 1) {
    const events = randomHistory(below)
    const valid = linearizable(events)
    const findings = judge(events).filter(({ level }) => level === 'must')
    if (valid !== (findings.length === 0)) {
      assert.unreachable(`history ${index}, valid: ${valid}\n${JSON.stringify({ events, findings }, null, 1)}`)
    }
    counts[valid ? 'valid' : 'invalid'] += 1
  }
  assert.ok(counts.valid > 30_000 && counts.invalid > 30_000, `both kinds must be frequent: ${JSON.stringify(counts)}`)
})

test.run()
