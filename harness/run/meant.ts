import { nearest } from '../target/nearest.ts'

const atMost = 3

/** `did you mean …?` for a word that is no id, or nothing when no id is like it. Ids are checks and cases, `check/slug`. */
export function didYouMean(word: string, ids: readonly string[]): string | undefined {
  const meant = meantIds(word, ids)
  return meant.length === 0 ? undefined : `did you mean ${meant.join(' or ')}?`
}

/** A case without its check is taken first, then the beginning of a word, then a slip of the fingers. */
function meantIds(word: string, ids: readonly string[]): readonly string[] {
  const small = word.toLowerCase()
  const slugs = ids.filter((id) => slugOf(id) === small)
  if (slugs.length > 0) return slugs.slice(0, atMost)
  const begun = small.length < 3 ? [] : ids.filter((id) => id.startsWith(small) || slugOf(id).startsWith(small))
  const checks = begun.filter((id) => !id.includes('/'))
  if (begun.length > 0) return (checks.length > 0 ? checks : begun).slice(0, atMost)
  const close = nearest(small, [...ids, ...ids.map(slugOf)])
  return ids.filter((id) => id === close || slugOf(id) === close).slice(0, atMost)
}

const slugOf = (id: string): string => id.slice(id.indexOf('/') + 1)
