import type { HistoryEvent, Items } from './event.ts'
import { judged } from './judge.ts'

/** What the history leaves open, if it does, as a sentence: the case is then inconclusive. */
export const undecided = (events: readonly HistoryEvent[]): string | undefined => uncounted(events) ?? unproven(events)

/**
 * More items than one by a count that is only an upper bound, and no exact count since: two writes to a destination with a
 * unique field may be one item.
 */
function uncounted(events: readonly HistoryEvent[]): string | undefined {
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

/** Published before its write was answered, after a read whose answer may have listed the item in terms that only ids explain. */
function unproven(events: readonly HistoryEvent[]): string | undefined {
  // Few histories have such a read, and judging costs more than looking for one.
  if (!events.some((event) => event.type === 'read-answered' && !event.sawItem)) return undefined
  const some = [...judged(events).operations.values()].some((state) => state.unproven !== undefined)
  if (!some) return undefined
  return 'the connector reported an item as published before its write was answered, and only the ids of the items could tell whether a read had shown it the item'
}
