import type { TrustedKey } from '../record/index.ts'

/** The note of keys with which anybody may try things out. */
export const testOnly = 'test-only'

/**
 * Keys whose signatures can back a public claim.
 * @param isNamed whether the user named this list: then they know what is on it
 */
export const vouchingKeys = (list: readonly TrustedKey[], isNamed: boolean): readonly TrustedKey[] =>
  isNamed ? list : list.filter(({ note = '' }) => !note.includes(testOnly))
