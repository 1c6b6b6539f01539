/** `touchstone.yaml` as written, once it has passed the schema. */
export interface RawConfiguration {
  readonly connector: { readonly url: string; readonly token?: RawToken; readonly ca?: { readonly file: string } }
  readonly process?: RawProcess
  readonly destination?: RawDestination
  readonly logs?: LogWord | (RawLogSource & { readonly from?: LogWord | RawLogSource })
  readonly profiles?: 'all' | readonly RawProfile[]
  readonly builtin_providers?: readonly string[]
  readonly connection?: { readonly workspace_id?: string }
  readonly deadline_s?: number
  readonly certification?: RawCertification
}

export type Argv = readonly [string, ...string[]]

/** Exactly one of the two is there. */
export interface RawToken {
  readonly env?: string
  readonly file?: string
}

/** Exactly one of `command` and `commands` is there. */
export interface RawProcess {
  readonly command?: Argv
  readonly commands?: { readonly kill: Argv; readonly start: Argv; readonly identity?: Argv }
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly ready_within_ms?: number
}

/** Exactly one of `upstream`, `handlers` and `simulate` is there. */
export interface RawDestination {
  readonly upstream?: string
  readonly handlers?: string
  readonly simulate?: 'generic'
  readonly listen?: string
  readonly write?: RawPattern
  readonly token?: RawToken
  readonly health?: readonly RawPattern[]
  readonly items?: RawItems
}

export interface RawPattern {
  readonly method: string
  readonly path: string
}

/** Exactly one of `request` and `command` is there. */
export interface RawItems {
  readonly request?: {
    readonly method?: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
  }
  readonly command?: Argv
  readonly at?: string
  readonly id?: string
}

export type LogWord = 'process' | 'none'

export interface RawLogSource {
  readonly files?: readonly string[]
  readonly command?: Argv
}

export interface RawProfile {
  readonly id: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly content?: string
}

export interface RawCertification {
  readonly operator?: string
  readonly app?: string
  readonly account_kind?: string
  readonly policy_mode?: string
  readonly deployment_environment?: 'unknown' | 'local' | 'staging' | 'production'
  readonly provider_environment?: 'unknown' | 'development' | 'sandbox' | 'production'
  readonly instance?: string
  readonly revision?: string
  readonly validity_days?: number
  readonly keys?: string
  readonly trial_permitted?: boolean
  readonly required_scopes?: readonly string[]
  readonly granted_scopes?: readonly string[]
}
