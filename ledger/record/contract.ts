import type { CheckKind } from './body.ts'
import type { Subject } from './subject.ts'

export interface RequiredCheck {
  readonly kind: CheckKind
  /** Legal only for refresh and revoke (§10.6). */
  readonly allow_not_applicable: boolean
}

/** What an operation needs before it may run, and what evidence must show. */
export interface Requirements {
  readonly require_configuration: boolean
  readonly require_production_deployment: boolean
  readonly require_production_provider_app: boolean
  /** Otherwise evidence of an older revision holds as long as the contract is the same. */
  readonly require_exact_revision: boolean
  readonly require_approval: boolean
  readonly require_authorization: boolean
  readonly require_local_evidence: boolean
  readonly require_live_evidence: boolean
  readonly allow_trial_execution: boolean
  readonly required_scopes: readonly string[]
  readonly required_local_checks: readonly RequiredCheck[]
  readonly required_live_checks: readonly RequiredCheck[]
}

export interface Contract {
  readonly schema_version: 1
  readonly capability_digest: string
  readonly policy_digest: string
  readonly requirements: Requirements
  /** Of the list of requirements that the cases decide. */
  readonly requirements_digest: string
}

export type ContractParts = Pick<Contract, 'capability_digest' | 'policy_digest' | 'requirements_digest'>

export type PublishOperation = Extract<Subject['operation'], `publish_${string}`>

export const isPublish = (operation: Subject['operation']): operation is PublishOperation =>
  operation === 'publish_immediate' || operation === 'publish_scheduled'

/** The six lifecycle results of a run (R28), sorted by kind. */
export const lifecycleChecks = (operation: PublishOperation): readonly RequiredCheck[] => [
  { kind: 'authorization', allow_not_applicable: false },
  { kind: 'connect', allow_not_applicable: false },
  { kind: 'final_result', allow_not_applicable: false },
  { kind: operation, allow_not_applicable: false },
  { kind: 'refresh', allow_not_applicable: true },
  { kind: 'revoke', allow_not_applicable: true },
]

/** Everything is demanded: the only contract under which a claim can be made. */
export function strictPublicationContract(
  operation: PublishOperation,
  { required_scopes, ...parts }: ContractParts & Pick<Requirements, 'required_scopes'>,
): Contract {
  return {
    ...common(parts),
    requirements: {
      require_configuration: true,
      require_production_deployment: true,
      require_production_provider_app: true,
      require_exact_revision: false,
      require_approval: true,
      require_authorization: true,
      require_local_evidence: true,
      require_live_evidence: true,
      // To run, for whoever certifies with explicit permission (§3.3); what is claimed needs an approval nevertheless.
      allow_trial_execution: true,
      required_scopes,
      required_local_checks: lifecycleChecks(operation),
      required_live_checks: lifecycleChecks(operation),
    },
  }
}

/** Connecting an account needs a configured, approved app; there is no evidence and no grant yet. */
export const connectContract = (parts: ContractParts): Contract => ({
  ...common(parts),
  requirements: {
    require_configuration: true,
    require_production_deployment: false,
    require_production_provider_app: false,
    require_exact_revision: false,
    require_approval: true,
    require_authorization: false,
    require_local_evidence: false,
    require_live_evidence: false,
    allow_trial_execution: false,
    required_scopes: [],
    required_local_checks: [],
    required_live_checks: [],
  },
})

const common = ({
  capability_digest,
  policy_digest,
  requirements_digest,
}: ContractParts): Omit<Contract, 'requirements'> => ({
  schema_version: 1,
  capability_digest,
  policy_digest,
  requirements_digest,
})
