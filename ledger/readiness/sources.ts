import type { DeploymentEnvironment, ProviderEnvironment } from '../record/subject.ts'

/**
 * What a decision needs and no ledger holds: provider apps, accounts and their grants, policy, the deny-list of the
 * environment. The command line reads it from a YAML file; a service that embeds the library gives its own.
 */
export interface Sources {
  readonly edition: 'self_hosted' | 'cloud'
  /** `SERVICE_PROVIDER_CERTIFICATION_ENFORCED` (§3.2). */
  readonly enforced: boolean
  readonly deployment_environment: DeploymentEnvironment
  /** Ids of providers that the environment disables; wins before any ledger is read. */
  readonly denied: readonly string[]
  readonly providers: readonly ProviderSource[]
}

export interface ProviderSource {
  /** `provider.id` of the manifest. */
  readonly id: string
  readonly display_name: string
  readonly implemented: boolean
  readonly app: AppSource
  /** Formats that are implemented; empty for one that is not. */
  readonly profiles: readonly ProfileSource[]
  readonly accounts: readonly AccountSource[]
  /** Whoever certifies may do so under a trial approval (§3.3). */
  readonly trial_permitted: boolean
  /** Where capabilities are resolved; the token stays in its variable or file until then. */
  readonly connector?: { readonly url: string; readonly token: { readonly env?: string; readonly file?: string } }
  /** Revision of the manifest in force. */
  readonly capability_revision?: string
}

export interface AppSource {
  readonly state: 'unknown' | 'missing' | 'dynamic_registration' | 'configured'
  readonly source: 'unknown' | 'built_in' | 'environment' | 'database' | 'dynamic'
  /** What the app fingerprint is made of, beside the provider's id. */
  readonly label: string
  readonly provider_environment: ProviderEnvironment
  /** URL of the federated instance; empty when there is none. Leaves the process only as a fingerprint. */
  readonly instance: string
}

export interface ProfileSource {
  readonly id: string
  /** SHA-256 of what the manifest says of this profile; opaque here. */
  readonly capability_digest: string
  readonly required_scopes: readonly string[]
}

export interface AccountSource {
  /** Never leaves the process but to those who may see the workspace's accounts. */
  readonly id: string
  readonly workspace_id: string
  readonly kind: string
  readonly policy_mode: string
  readonly grant: {
    readonly state: 'unknown' | 'valid' | 'reconnect_required'
    readonly scopes: readonly string[]
    /** End of the refresh token where there is one, else of the access token; undefined when it does not end. */
    readonly expires_at?: string
  }
  readonly policy: 'unknown' | 'allowed' | 'restricted'
}
