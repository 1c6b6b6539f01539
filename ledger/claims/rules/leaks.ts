import { secretLike } from '../../record/index.ts'
import { type Complaints, expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

const slug = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/

/** G18: the keys are those of the format, which has none for such things; so only values can hold them. */
export const aboutLeaks: ClaimRule = ({ claim }) => [
  ...expect(slug.test(claim.approval.source_ref), 'approval/source_ref: expected the slug of a source'),
  ...lookedThrough(claim, ''),
]

function lookedThrough(value: unknown, path: string): Complaints {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => lookedThrough(each, path))
  return [
    ...secretLike(value).map((says) => `${path}${says}`),
    ...Object.entries(value).flatMap(([key, member]) => lookedThrough(member, `${path}${key}/`)),
  ]
}
