/** Exactly what one decision, and one piece of evidence, is about (§2.1, §3.1). All nine fields count. */
export interface Subject {
  /** `provider.id` of the manifest. */
  readonly provider: string
  readonly app_fingerprint: string
  readonly deployment_environment: DeploymentEnvironment
  readonly provider_environment: ProviderEnvironment
  /** Empty when the provider has no federated instances. */
  readonly instance_fingerprint: string
  /** Empty only for operations that do not publish. */
  readonly account_kind: string
  /** Profile id of the manifest; empty only for operations that do not publish. */
  readonly output_profile: string
  readonly operation: Operation
  readonly policy_mode: string
}

export const deploymentEnvironments = ['unknown', 'local', 'staging', 'production'] as const
export type DeploymentEnvironment = (typeof deploymentEnvironments)[number]

export const providerEnvironments = ['unknown', 'development', 'sandbox', 'production'] as const
export type ProviderEnvironment = (typeof providerEnvironments)[number]

export const operations = ['connect', 'publish_immediate', 'publish_scheduled', 'refresh', 'revoke'] as const
export type Operation = (typeof operations)[number]

/** The fields of a subject in the order of every digest and selector. */
export const subjectFields: readonly (keyof Subject)[] = [
  'provider',
  'app_fingerprint',
  'deployment_environment',
  'provider_environment',
  'instance_fingerprint',
  'account_kind',
  'output_profile',
  'operation',
  'policy_mode',
]
