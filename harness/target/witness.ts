/** How an observer counts the items of one operation at the destination. */
export interface Witness {
  readonly name: 'simulated' | 'items' | 'gate'
  /** False when the count is only an upper bound. */
  readonly exact: boolean
  /** Rejects with a {@link WitnessError} when it cannot tell. `ids` are the values that `external_id` should equal. */
  count(marker: string, signal: AbortSignal): Promise<ItemCount>
}

export interface ItemCount {
  readonly count: number
  /** Undefined when the witness does not know them. */
  readonly ids: readonly string[] | undefined
}

/** The items could not be counted; the message says why and what to mend. Never quotes the destination. */
export class WitnessError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'WitnessError'
  }
}

/** A destination of our own knows its items. */
export const simulated = (items: (marker: string) => Promise<readonly { readonly id: string }[]>): Witness => ({
  name: 'simulated',
  exact: true,
  count: async (marker) => {
    const ids = (await items(marker)).map(({ id }) => id)
    return { count: ids.length, ids }
  },
})
