import type { HistoryEvent, Outcome } from '../harness/history/event.ts'
import { judge } from '../harness/history/judge.ts'

/** How long the judge takes for a million calls, and how that compares with only looking at every event. */
const million = 1_000_000
const published: Outcome = { is: 'published', externalId: 'a1' }
const pending: Outcome = { is: 'pending' }

measure('250 000 operations, 4 calls each', manyOperations(million / 4))
measure('1 operation, 1 000 calls open at a time', oneOperation(million, 1000))
measure('1 operation, all calls open at once', oneOperation(million, million))

function measure(name: string, events: readonly HistoryEvent[]): void {
  const loop = best(() => lookAt(events))
  const findings = { count: 0 }
  const judged = best(() => {
    findings.count = judge(events).length
  })
  const times = `${judged.toFixed(0)} ms, plain loop ${loop.toFixed(1)} ms, ratio ${(judged / loop).toFixed(1)}`
  process.stdout.write(`${name}: ${events.length} events, ${findings.count} findings, ${times}\n`)
}

/** The best of three: the rest is what else the machine does. */
function best(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

function lookAt(events: readonly HistoryEvent[]): void {
  const seen = new Map<string, number>()
  for (const event of events) {
    if (event.type !== 'return') continue
    seen.set(event.operation, Math.max(seen.get(event.operation) ?? 0, event.moment))
  }
}

function manyOperations(count: number): HistoryEvent[] {
  const events: HistoryEvent[] = []
  for (let index = 0; index < count; index += 1) {
    const operation = `operation-${index}`
    const call = index * 4
    const next = (): number => events.length + 1
    const ask = (offset: number, kind: 'publish' | 'lookup'): number =>
      events.push({ type: 'invoke', operation, call: call + offset, kind, moment: next() })
    const answer = (offset: number, outcome: Outcome): number =>
      events.push({ type: 'return', operation, call: call + offset, outcome, moment: next() })
    ask(0, 'publish')
    write(events, operation)
    ask(1, 'lookup')
    answer(0, published)
    answer(1, pending)
    ask(2, 'publish')
    answer(2, published)
    ask(3, 'lookup')
    answer(3, published)
  }
  return events
}

function oneOperation(calls: number, open: number): HistoryEvent[] {
  const operation = 'operation'
  const events: HistoryEvent[] = []
  for (let call = 0; call < calls + open; call += 1) {
    if (call < calls) {
      const kind = call % 2 === 0 ? 'publish' : 'lookup'
      events.push({ type: 'invoke', operation, call, kind, moment: events.length + 1 })
    }
    if (call === open - 1) write(events, operation)
    if (call >= open) {
      events.push({ type: 'return', operation, call: call - open, outcome: published, moment: events.length + 1 })
    }
  }
  return events
}

function write(events: HistoryEvent[], operation: string): void {
  for (const type of ['write-began', 'write-received'] as const) {
    events.push({ type, operation, nth: 1, moment: events.length + 1 })
  }
  events.push({ type: 'write-applied', operation, nth: 1, status: 201, moment: events.length + 1 })
  events.push({ type: 'write-ended', operation, nth: 1, moment: events.length + 1 })
}
