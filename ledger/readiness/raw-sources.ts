import type { DeploymentEnvironment } from '../record/subject.ts'
import type { AccountSource, AppSource, Sources } from './sources.ts'

/** The readiness file as it stands, after its form was checked. */
export interface RawSources {
  readonly edition?: Sources['edition']
  readonly deployment_environment?: DeploymentEnvironment
  readonly denied?: readonly string[]
  readonly providers: readonly RawProvider[]
}

export interface RawProvider {
  readonly id: string
  readonly display_name?: string
  readonly implemented?: boolean
  readonly manifest?: string
  readonly connector?: { readonly url: string; readonly token: { readonly env?: string; readonly file?: string } }
  readonly app: Pick<AppSource, 'state' | 'label'> & Partial<Omit<AppSource, 'state' | 'label'>>
  readonly required_scopes?: readonly string[]
  readonly trial_permitted?: boolean
  readonly accounts?: readonly RawAccount[]
}

export type RawAccount = Pick<AccountSource, 'id' | 'workspace_id'> &
  Partial<Pick<AccountSource, 'kind' | 'policy_mode' | 'policy'>> & {
    readonly grant?: Pick<AccountSource['grant'], 'state'> & Partial<AccountSource['grant']>
  }
