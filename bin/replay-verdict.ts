/** What came of doing a recorded failure again. */
export type Replayed =
  /** `how`: the circumstances in which it was as expected every time. */
  | { readonly verdict: 'fixed'; readonly tries: number; readonly how: string }
  /** The recorded violation, seen again. */
  | { readonly verdict: 'failed'; readonly expected: string; readonly actual: string; readonly input?: string }
  | Unable

/** It cannot be seen again as it was recorded, and that it is gone cannot be said either. */
export interface Unable {
  readonly verdict: 'error'
  readonly reason: string
  readonly enable?: string
}

/** One time that it was done again. */
export type Try =
  | { readonly is: 'sound' }
  | {
      readonly is: 'violated'
      /** The same rule as the recorded violation. */
      readonly asRecorded: boolean
      readonly expected: string
      readonly actual: string
      readonly input?: string
    }
  | { readonly is: 'unseen'; readonly reason: string; readonly enable?: string }

export const unable = ({ reason, enable }: { readonly reason: string; readonly enable?: string }): Unable => ({
  verdict: 'error',
  reason,
  ...(enable === undefined ? {} : { enable }),
})

/** Seen again once is seen again. To be fixed it must have been as expected every time: chance may have a part in it. */
export function verdictOf(tries: readonly Try[], how: string): Replayed {
  const violated = tries.filter((each) => each.is === 'violated')
  const again = violated.find(({ asRecorded }) => asRecorded)
  if (again) {
    const { is: _, asRecorded: __, ...grounds } = again
    return { verdict: 'failed', ...grounds }
  }
  const [other] = violated
  if (other) {
    return unable({ reason: `it shows another violation now: expected ${other.expected}, got ${other.actual}` })
  }
  const unseen = tries.filter((each) => each.is === 'unseen')
  const [first] = unseen
  if (first) {
    if (unseen.length === tries.length) return unable(first)
    return unable({
      ...first,
      reason: `${unseen.length} of ${tries.length} tries could not be observed: ${first.reason}`,
    })
  }
  if (tries.length === 0) return unable({ reason: 'it was not tried' })
  return { verdict: 'fixed', tries: tries.length, how }
}
