import type { BlockerCode, Decision, State } from './decision.ts'
import type { Facts } from './facts.ts'
import type { AppSource } from './sources.ts'

/**
 * What every face answers, byte for byte the same over the same ledger (§1): the REST route, the command line, the MCP
 * operation, the provider catalogue and capability resolution.
 */
export interface Projection {
  readonly providers: readonly ProviderItem[]
}

/** The worst decision over connecting and every account × profile × {immediate, scheduled}. */
export interface ProviderItem {
  readonly provider: string
  readonly state: State
  readonly connectable: boolean
  /** Any of its formats may be advertised. */
  readonly advertisable: boolean
  /** Of the worst decision; of those in one state, the publish with most to be desired. */
  readonly facts: Facts
  readonly profiles?: readonly ProfileItem[]
  readonly configured_app_state: AppSource['state']
  readonly connected_accounts: number
  /** Of all decisions together, sorted; absent when there is none. */
  readonly blocking_issues?: readonly BlockerCode[]
}

export interface ProfileItem {
  readonly social_account_id: string
  readonly output_profile: string
  readonly immediate: Decision
  readonly scheduled: Decision
}
