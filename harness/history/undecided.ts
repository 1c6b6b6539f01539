import type { HistoryEvent, Items } from './event.ts'

/**
 * Why the number of items cannot be told, if it cannot: more than one by a count that is only an upper bound, and no exact
 * count since. The case is then inconclusive, because two writes to a destination with a unique field may be one item.
 */
export function undecided(events: readonly HistoryEvent[]): string | undefined {
  const open = new Map<string, Items>()
  for (const event of events) {
    if (event.type !== 'items') continue
    if (!event.exact && event.count > 1) open.set(event.operation, event)
    else open.delete(event.operation)
  }
  const [first] = open.values()
  if (first === undefined) return undefined
  return `the destination accepted ${first.count} writes for one operation, and only a count of its items could tell whether they made one`
}
