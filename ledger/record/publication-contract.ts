import { type Contract, type PublishOperation, strictPublicationContract } from './contract.ts'
import { policyDigest } from './digests.ts'
import type { Subject } from './subject.ts'

/** Of the rules in `ledger/readiness` that decide what a policy mode permits; changed whenever they do. */
export const policyRevision = '2026-11-21.1'

/** The contract of one exact publish subject: whoever certifies and whoever decides make the same one. */
export function publicationContract(
  subject: Subject & { readonly operation: PublishOperation },
  of: {
    readonly capability_digest: string
    readonly required_scopes: readonly string[]
    /** SHA-256 of the list of requirements that the cases decide. */
    readonly requirements_digest: string
  },
): Contract {
  const { provider, output_profile, operation, policy_mode } = subject
  const { required_scopes } = of
  return strictPublicationContract(operation, {
    ...of,
    policy_digest: policyDigest({
      policy_revision: policyRevision,
      provider,
      output_profile,
      operation,
      policy_mode,
      required_scopes,
    }),
  })
}
