import type { Outcome, Pending, Published } from './event.ts'
import { inWords } from './finding.ts'

/** How two answers for one operation differ (R16). */
export interface Difference {
  readonly level: 'must' | 'should'
  readonly expected: string
  readonly actual: string
}

/**
 * Compares an answer with one that was asked for after the first had arrived. Pending and unknown may become published;
 * a published result stays as it is. The remaining time to live may shrink and is not compared. Answers that say nothing
 * about a result (silence, 404, a refusal as the first answer) have nothing to compare.
 */
export function sameResult(first: Outcome, later: Outcome): Difference | undefined {
  if (first.is === 'published') return later.is === 'published' ? samePublished(first, later) : step(first, later)
  if (first.is === 'pending' && later.is === 'pending') return samePending(first, later)
  return first.is === 'pending' || first.is === 'unknown' ? step(first, later) : undefined
}

export function samePublished(first: Published, later: Published): Difference | undefined {
  if (first.externalId !== later.externalId) return changed('external_id', 'published', 'must')
  if (first.externalUrl === later.externalUrl) return undefined
  if (later.externalUrl === undefined) return { ...changed('external_url', 'published', 'must'), actual: 'none' }
  return changed('external_url', 'published', 'must')
}

/** A changed reference is a warning: the service polls by operation_id. */
export function samePending(first: Pending, later: Pending): Difference | undefined {
  if (first.providerReference === later.providerReference) return undefined
  return changed('provider_reference', 'pending', 'should')
}

const changed = (member: string, status: string, level: Difference['level']): Difference => ({
  level,
  expected: `the same ${member} in every ${status} answer for one operation`,
  actual: `another ${member}`,
})

function step(first: Outcome, later: Outcome): Difference | undefined {
  if (later.is === 'silent' || later.is === 'not sent') return undefined
  if (first.is !== 'published' && (later.is === 'published' || later.is === 'pending' || later.is === 'unknown')) return
  const expected = first.is === 'published' ? 'the published result again' : `${inWords(first)} or the published result`
  return { level: 'must', expected, actual: inWords(later) }
}
