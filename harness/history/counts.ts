import type { Items, Return } from './event.ts'
import { report, unasked, type Judgement } from './judgement.ts'
import { isAfterInflation, neverAsked, type OperationState } from './operation-state.ts'

/** Only exact counts decide; for the others see `undecided`. */
export function countItems(judgement: Judgement, state: OperationState, event: Items): void {
  if (!event.exact) return
  const { moment } = event
  // A listing may name an item twice; ids that are incomplete decide nothing.
  const count = event.ids?.length === event.count ? new Set(event.ids).size : event.count
  state.items = { ...event, count }
  if (count > 0) state.existsSince ??= moment
  if (count > 1 && !state.doubled) {
    state.doubled = true
    report(judgement, state, {
      invariant: 'I1',
      expected: 'at most one destination item for one operation',
      actual: `${count} items`,
      moment,
    })
  }
  if (count > 0 && neverAsked(state)) {
    report(judgement, state, {
      ...unasked,
      actual: count === 1 ? 'one destination item' : `${count} destination items`,
      moment,
    })
  }
  confirmEarly(judgement, state, count, moment)
}

/** A published answer that came before any write: only an exact count can say that the gate missed none. */
function confirmEarly(judgement: Judgement, state: OperationState, count: number, moment: number): void {
  const { early } = state
  if (early === undefined) return
  const allSeen = count > 0 && count <= state.writes
  if (count !== 0 && !allSeen) return
  state.early = undefined
  // The item is there as soon as the destination wrote it, which may be long before it answers: a read may find it first.
  const seen = count > 0 ? sawEarly(state, early) : 'no'
  if (seen === 'unknown') state.unproven = early
  if (seen !== 'no') return
  report(judgement, state, {
    invariant: 'I2',
    expected: 'a published result only once the destination item exists',
    actual: count === 0 ? 'a published result and no item' : 'a published result before the write that made the item',
    moment,
    call: early.call,
  })
}

/** Whether the connector had read of the item before it answered, as far as the answer to the read or the ids tell. */
function sawEarly(state: OperationState, { moment }: Return): 'yes' | 'no' | 'unknown' {
  const { readSince = Infinity, anyReadSince = Infinity, items, published } = state
  if (readSince < moment) return 'yes'
  if (anyReadSince > moment) return 'no'
  // A slim listing names items by their ids alone: whoever then knows the right one has read it there.
  if (published && items?.ids?.includes(published.externalId)) return 'yes'
  return new Set(items?.ids).size === items?.count ? 'no' : 'unknown'
}

/** Looked at in the end, when every answer and every count is there. */
export function checkExternalId(judgement: Judgement, state: OperationState): void {
  const { items, published, publishedBy } = state
  if (published === undefined || publishedBy === undefined || !items?.ids?.length) return
  if (items.ids.includes(published.externalId) || isAfterInflation(state, publishedBy)) return
  report(judgement, state, {
    invariant: 'I2',
    expected: 'external_id to name the destination item',
    actual: 'an external_id that no item of the operation has',
    moment: publishedBy.moment,
    call: publishedBy.call,
  })
}
