import { contractDigest, isPublish, longestValidityMs, publicationContract, subjectDigest } from '../../record/index.ts'
import type { Claim } from '../claim.ts'
import { evidenceKinds } from '../claim.ts'
import { type Complaints, expect } from '../problem.ts'
import type { ClaimRule, Seen } from '../seen.ts'

/** G14 */
export const aboutEvidence: ClaimRule = (seen) => {
  const { claim } = seen
  return [
    ...expect(claim.local.record.id !== claim.live.record.id, 'expected another run for live than for local'),
    ...evidenceKinds.flatMap((kind) => aboutRun(kind, seen).map((says) => `${kind}: ${says}`)),
    ...aboutContract(seen),
  ]
}

function aboutRun(kind: keyof Pick<Claim, 'local' | 'live'>, { claim, subject, now, backed }: Seen): Complaints {
  const { approval, contract_digest, [kind]: run } = claim
  const recorded = backed?.backing[kind].run
  return [
    ...expect(run.subject_digest === subjectDigest(subject), 'subject_digest: expected that of the subject'),
    ...expect(run.contract_digest === contract_digest, 'contract_digest: expected that of the claim'),
    ...expect(run.tested_at <= now, 'tested_at: expected not to lie ahead'),
    ...expect(now < run.expires_at, 'expires_at: expected to lie ahead'),
    ...expect(
      Date.parse(run.expires_at) - Date.parse(run.tested_at) <= longestValidityMs,
      'expires_at: expected at most 90 days after tested_at',
    ),
    // Local evidence is made under no review (R29).
    ...expect(kind === 'local' || run.tested_at >= approval.reviewed_at, 'tested_at: expected after reviewed_at'),
    ...expect(kind === 'local' || run.expires_at <= approval.expires_at, 'expires_at: expected within the approval'),
    ...expect(recorded === undefined || recorded.evidence_kind === kind, `expected a ${kind} run`),
  ]
}

/** The contract is made again from its parts, so that its digest cannot be anybody's word. */
function aboutContract({ claim, subject, backed, requirements_digest }: Seen): Complaints {
  if (backed === undefined) return []
  const { operation } = subject
  const { projected } = backed.backing
  const { capability_digest, required_scopes, policy_digest } = projected.contract
  // Another rule says that the operation must publish.
  if (!isPublish(operation)) return []
  const parts = { capability_digest, required_scopes, requirements_digest: backed.projection.requirements_digest }
  const contract = publicationContract({ ...subject, operation }, parts)
  return [
    ...expect(
      backed.projection.requirements_digest === requirements_digest,
      'requirements_digest: expected that of this installation; project again with it',
    ),
    ...expect(
      contract.policy_digest === policy_digest,
      'policy_digest: expected that of the policy of this installation',
    ),
    ...expect(
      contractDigest(contract) === claim.contract_digest && projected.contract_digest === claim.contract_digest,
      'contract_digest: expected that of the current contract',
    ),
  ]
}
