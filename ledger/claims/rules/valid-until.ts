import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'
import { earliestEnd } from '../valid-until.ts'

/** G21 */
export const aboutValidity: ClaimRule = ({ claim, now, backed }) => {
  const { valid_until, approval, local, live } = claim
  return [
    ...expect(now < valid_until, 'valid_until: expected to lie ahead'),
    ...expect(
      [approval, local, live].every(({ expires_at }) => valid_until <= expires_at) &&
        (backed === undefined || valid_until === earliestEnd(backed.backing)),
      'valid_until: expected the earliest end of approval, runs, runtime controls and grant',
    ),
  ]
}
