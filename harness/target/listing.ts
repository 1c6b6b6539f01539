import { follow } from './json-pointer.ts'
import { WitnessError } from './witness.ts'
import type { ItemCount } from './witness.ts'

/** The items of one answer of the destination. */
export const itemsAt = (pointer: string, document: unknown): readonly unknown[] => {
  const items = follow(pointer, document)
  if (Array.isArray(items)) return items
  throw new WitnessError(
    `destination.items.at (${pointer === '' ? '""' : pointer}) leads to ${kindOf(items)}, not to a list; correct the JSON pointer`,
  )
}

/** Those whose JSON contains the marker. */
export const carrying = (marker: string, items: readonly unknown[]): readonly unknown[] =>
  items.filter((item) => JSON.stringify(item).includes(marker))

export const toCount = (items: readonly unknown[], idPointer: string | undefined): ItemCount => ({
  count: items.length,
  ids: idPointer === undefined ? undefined : items.map((item) => idOf(item, idPointer)),
})

const idOf = (item: unknown, pointer: string): string => {
  const id = follow(pointer, item)
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  throw new WitnessError(
    `destination.items.id (${pointer}) leads to ${kindOf(id)} inside an item, not to a string or number; correct the JSON pointer`,
  )
}

const kindOf = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'boolean' ? 'true or false' : `a ${typeof value}`
}

const tries = 6

/** Counts until two counts in a row agree, so that a listing that is being updated is not believed. */
export const settled = async (count: () => Promise<ItemCount>): Promise<ItemCount> => {
  let last = await count()
  for (let tried = 1; tried < tries; tried++) {
    const next = await count()
    if (same(last, next)) return next
    last = next
  }
  throw new WitnessError(
    `the destination listed other items each time in ${tries} listings; its listing does not settle`,
  )
}

const same = (a: ItemCount, b: ItemCount): boolean => a.count === b.count && sorted(a.ids ?? []) === sorted(b.ids ?? [])

const sorted = (ids: readonly string[]): string => JSON.stringify([...ids].sort())
