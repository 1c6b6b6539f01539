import type { Surroundings } from '../readiness/index.ts'
import { advertisable } from './advertisable.ts'
import type { Claim } from './claim.ts'
import { subjectOfClaim } from './claim.ts'
import { subjectKey } from './subject-key.ts'

/**
 * What of a released claims file may still be shown at this moment: the time of a claim may be over, its subject be
 * disabled, its evidence superseded. Such a claim is withdrawn without a release; none is ever added.
 */
export async function claimsInForce(claims: readonly Claim[], around: Surroundings): Promise<readonly Claim[]> {
  const ready = new Map(
    (await advertisable(around)).map(({ subject, contract_digest }) => [subjectKey(subject), contract_digest]),
  )
  return claims.filter(
    (claim) => claim.valid_until > around.now && ready.get(subjectKey(subjectOfClaim(claim))) === claim.contract_digest,
  )
}
