import { createHash } from 'node:crypto'
import type { Manifest, OutputProfile } from '../../harness/protocol/index.ts'
import type { CertificationCheckBody } from './body.ts'
import { canonicalText } from './canonical.ts'
import type { Contract, RequiredCheck } from './contract.ts'
import { goJson } from './go-json.ts'
import { sortedJson } from './sorted-json.ts'
import { type Subject, subjectFields } from './subject.ts'

/** `sha256:` and 64 hexadecimal digits. */
export const sha256 = (data: string | Uint8Array): string => `sha256:${createHash('sha256').update(data).digest('hex')}`

/** Over the nine fields in their order. */
export const subjectDigest = (subject: Subject): string => sha256(goJson(subjectFields.map((field) => subject[field])))

/**
 * What evidence is measured against. Whoever changes a requirement, a required check, the capability, the policy or the
 * requirement list gets another digest; the order of scopes and checks does not matter.
 */
export const contractDigest = (contract: Contract): string =>
  sha256(goJson({ ...contractPreimage(contract), requirements_digest: contract.requirements_digest }))

/** In the order of members that other implementations have, who know no digest of a requirement list. */
export const contractPreimage = ({ requirements, ...contract }: Contract): object => ({
  schema_version: contract.schema_version,
  capability_digest: contract.capability_digest,
  policy_digest: contract.policy_digest,
  require_configuration: requirements.require_configuration,
  require_production_deployment: requirements.require_production_deployment,
  require_production_provider_app: requirements.require_production_provider_app,
  require_exact_revision: requirements.require_exact_revision,
  require_approval: requirements.require_approval,
  require_authorization: requirements.require_authorization,
  require_local_evidence: requirements.require_local_evidence,
  require_live_evidence: requirements.require_live_evidence,
  allow_trial_execution: requirements.allow_trial_execution,
  required_scopes: requirements.required_scopes.toSorted(),
  required_local_checks: byKind(requirements.required_local_checks).map(requiredCheck),
  required_live_checks: byKind(requirements.required_live_checks).map(requiredCheck),
})

const requiredCheck = ({ kind, allow_not_applicable }: RequiredCheck): RequiredCheck => ({
  kind,
  allow_not_applicable,
})

export interface Policy {
  readonly policy_revision: string
  readonly provider: string
  readonly output_profile: string
  readonly operation: Subject['operation']
  readonly policy_mode: string
  readonly required_scopes: readonly string[]
}

/** No scopes count as `null` here, unlike in a contract. */
export const policyDigest = (policy: Policy): string =>
  sha256(
    goJson({
      schema_version: 1,
      policy_revision: policy.policy_revision,
      provider: policy.provider,
      output_profile: policy.output_profile,
      operation: policy.operation,
      policy_mode: policy.policy_mode,
      required_scopes: policy.required_scopes.length === 0 ? null : policy.required_scopes.toSorted(),
    }),
  )

/** What the manifest says of one profile, without the words that are only shown to people. Settings and options are sets. */
export function capabilityDigest(manifest: Manifest, profile: OutputProfile): string {
  const { display_name: _, settings = [], ...rules } = profile
  return sha256(
    sortedJson({
      protocol_version: manifest.protocol_version,
      modes: manifest.connection.modes.toSorted(),
      polling: manifest.operations.polling,
      profile: {
        ...rules,
        settings: settings
          .map(({ label: _label, help: _help, ...setting }) => ({
            ...setting,
            ...(setting.options === undefined ? {} : { options: setting.options.toSorted() }),
          }))
          .toSorted((a, b) => inOrder(a.key, b.key)),
      },
    }),
  )
}

/** Commits a run to exactly these check bodies, in whatever order they come. */
export const checksDigest = (checks: readonly CertificationCheckBody[]): string =>
  sha256(`[${byKind(checks).map(canonicalText).join(',')}]`)

const byKind = <Item extends { readonly kind: string }>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => inOrder(a.kind, b.kind))

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
