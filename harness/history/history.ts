import { nextMoment } from '../wire/exchange.ts'
import type { CallKind, HistoryEvent, Outcome, WholeTarget } from './event.ts'

/** Append-only record of what happened. It decides nothing; `judge` does. */
export interface History {
  record(event: HistoryEvent): void
  /** Records that a call begins now. The first `end` counts, so that a `finally` may end it as `silent`. */
  begin(operation: string, kind: CallKind): OpenCall
  /** The events of one operation together with those of the whole target, in order: what `judge` needs. */
  operation(id: string): readonly HistoryEvent[]
  /** As they were recorded; the gate may tell of a write after other events have passed. */
  all(): readonly HistoryEvent[]
  /** The calls of one operation in the order in which they began. */
  calls(operation: string): readonly Call[]
}

export interface OpenCall {
  readonly call: number
  end(outcome: Outcome): void
}

export interface Call {
  readonly call: number
  readonly kind: CallKind
  readonly invoked: number
  /** Both absent while the call is under way. */
  readonly returned?: number
  readonly outcome?: Outcome
}

/** `observe` is told of every event as it is recorded. */
export function createHistory(observe: (event: HistoryEvent) => void = () => {}): History {
  const all: HistoryEvent[] = []
  const wholeTarget: WholeTarget[] = []
  const byOperation = new Map<string, HistoryEvent[]>()
  let calls = 0

  const eventsOf = (operation: string): HistoryEvent[] => {
    const known = byOperation.get(operation)
    if (known !== undefined) return known
    const events: HistoryEvent[] = []
    byOperation.set(operation, events)
    return events
  }
  const record = (event: HistoryEvent): void => {
    all.push(event)
    if ('operation' in event) insert(eventsOf(event.operation), event)
    else insert(wholeTarget, event)
    observe(event)
  }

  return {
    record,
    begin(operation, kind) {
      const call = ++calls
      let open = true
      record({ type: 'invoke', operation, call, kind, moment: nextMoment() })
      return {
        call,
        end(outcome) {
          if (open) record({ type: 'return', operation, call, outcome, moment: nextMoment() })
          open = false
        },
      }
    },
    operation: (id) => merged(byOperation.get(id) ?? [], wholeTarget),
    all: () => all,
    calls: (operation) => callsOf(byOperation.get(operation) ?? []),
  }
}

/** Keeps the list in order. Few events come late, and those not by much: the place is found from the end. */
function insert<Event extends HistoryEvent>(events: Event[], event: Event): void {
  let at = events.length
  while ((events[at - 1]?.moment ?? 0) > event.moment) at -= 1
  if (at === events.length) events.push(event)
  else events.splice(at, 0, event)
}

/** One list of two that are in order. */
function merged(some: readonly HistoryEvent[], others: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const all: HistoryEvent[] = []
  let next = 0
  for (const event of some) {
    for (let other = others[next]; other && other.moment < event.moment; other = others[++next]) all.push(other)
    all.push(event)
  }
  return all.concat(others.slice(next))
}

function callsOf(events: readonly HistoryEvent[]): readonly Call[] {
  const calls = new Map<number, Call>()
  for (const event of events) {
    if (event.type === 'invoke') {
      calls.set(event.call, { call: event.call, kind: event.kind, invoked: event.moment })
    } else if (event.type === 'return') {
      const call = calls.get(event.call)
      if (call) calls.set(event.call, { ...call, returned: event.moment, outcome: event.outcome })
    }
  }
  return [...calls.values()]
}
