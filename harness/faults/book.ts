import { setMaxListeners } from 'node:events'
import type { RequestPattern } from '../target/configuration.ts'
import { nextMoment } from '../wire/exchange.ts'
import { type Entry, newEntry, tell } from './entry.ts'
import type { Attempt, GateEvent } from './gate.ts'
import { matches } from './pattern.ts'

/** All requests the gate has seen, and which of them are under way. */
export interface Book {
  begin(method: string, path: string, connection: Attempt['connection']): Entry
  /** Enters the request under its operation, as a write when it matches `write`. */
  attribute(entry: Entry, operation: string, write: RequestPattern | undefined): void
  /** Earlier requests of the operation turn out to be writes. */
  recognize(operation: string, write: RequestPattern): void
  end(entry: Entry): void
  attempts(operation?: string): readonly Attempt[]
  drained(operation: string, signal: AbortSignal): Promise<void>
}

export function createBook(observe: (event: GateEvent) => void): Book {
  const all: Entry[] = []
  const waiting = new Set<() => void>()
  const known = new Map<string, Entry[]>()
  const of = (operation: string): readonly Entry[] => known.get(operation) ?? []

  const number = (entry: Entry, operation: string, write: RequestPattern | undefined): void => {
    const before = of(operation).filter((other) => other !== entry)
    entry.write = write !== undefined && matches(write, entry.method, entry.path)
    if (entry.write) entry.nth = 1 + Math.max(0, ...before.map(({ nth }) => nth))
    else entry.nthRead = 1 + Math.max(0, ...before.map(({ nthRead }) => nthRead))
  }

  return {
    begin(method, path, connection) {
      const entry = newEntry(method, path, connection)
      all.push(entry)
      return entry
    },
    attribute(entry, operation, write) {
      entry.operation = operation
      number(entry, operation, write)
      known.set(operation, [...of(operation), entry])
      tell(entry, observe)
    },
    recognize(operation, write) {
      for (const entry of of(operation).filter((one) => !one.write && matches(write, one.method, one.path))) {
        number(entry, operation, write)
        tell(entry, observe)
      }
    },
    end(entry) {
      entry.ended = nextMoment()
      tell(entry, observe)
      for (const look of waiting) look()
    },
    attempts: (operation) =>
      operation === undefined ? [...all] : [...of(operation)].sort((a, b) => a.began - b.began),
    drained(operation, signal) {
      const isDrained = (): boolean => of(operation).every(({ ended }) => ended !== undefined)
      return new Promise((resolve, reject) => {
        const look = (): void => {
          if (!signal.aborted && !isDrained()) return
          waiting.delete(look)
          signal.removeEventListener('abort', look)
          if (isDrained()) resolve()
          else reject(signal.reason instanceof Error ? signal.reason : new Error('given up'))
        }
        waiting.add(look)
        // One signal of a run bounds them all.
        setMaxListeners(0, signal)
        signal.addEventListener('abort', look)
        look()
      })
    },
  }
}
