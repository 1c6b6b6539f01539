/**
 * `touchstone.yaml` after loading: paths absolute, defaults filled in, `${…}` still in place where a value is only known
 * once the run has its ports and tokens (`process.env`, `commands`, `items`).
 */
export interface Configuration {
  /** Folder that relative paths and commands start from: that of the file, or the working directory. */
  readonly folder: string
  readonly connector: ConnectorConfiguration
  readonly process?: ProcessConfiguration
  readonly destination?: DestinationConfiguration
  readonly logs?: LogsConfiguration
  readonly profiles: 'all' | readonly ProfileConfiguration[]
  readonly builtinProviders: readonly string[]
  readonly connection: { readonly workspaceId?: string }
  readonly deadlineMs: number
  /** What `touchstone certify` records of whom; flags of the same names come first. */
  readonly certification?: CertificationConfiguration
  /** Environment variables named by `{ env: … }`: taken out of what the connector process inherits. */
  readonly secretVariables: readonly string[]
}

export interface ConnectorConfiguration {
  /** `http:`, `https:`, or `unix:/path/to.sock`. Never carries userinfo, query or fragment. */
  readonly url: string
  /** Absent only with `process`: then a fresh random one is made for each run. */
  readonly token?: string
  /** PEM text of a private certificate authority. */
  readonly ca?: string
}

export type ProcessConfiguration = OwnProcess | RemoteProcess

/** A connector that the harness starts itself. */
export interface OwnProcess {
  readonly kind: 'own'
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly readyWithinMs: number
}

/** A connector that runs elsewhere and is controlled by commands. */
export interface RemoteProcess {
  readonly kind: 'commands'
  readonly kill: readonly [string, ...string[]]
  readonly start: readonly [string, ...string[]]
  /** Prints something that differs between two instances; without it a new instance cannot be proven. */
  readonly identity?: readonly [string, ...string[]]
  readonly cwd: string
  readonly readyWithinMs: number
}

export interface DestinationConfiguration {
  readonly from: DestinationSource
  /** Where the gate listens; default: a free port below the ephemeral range, kept for the whole run. */
  readonly listen?: { readonly host: string; readonly port: number }
  readonly write?: RequestPattern
  readonly token?: string
  readonly health?: readonly RequestPattern[]
  readonly items?: ItemsConfiguration
}

export type DestinationSource =
  | { readonly kind: 'upstream'; readonly url: string }
  | { readonly kind: 'handlers'; readonly file: string }
  | { readonly kind: 'simulate'; readonly name: 'generic' }

/** `path` is compared without query; a segment `*` stands for any one segment. */
export interface RequestPattern {
  readonly method: string
  readonly path: string
}

export type ItemsConfiguration =
  | {
      readonly kind: 'request'
      readonly method: string
      /** With `${marker}` where the marker of the operation goes. */
      readonly path: string
      readonly headers: Readonly<Record<string, string>>
      /** JSON pointer to the array of items. */
      readonly at: string
      /** JSON pointer inside an item to the value that equals `external_id`. */
      readonly id?: string
    }
  | { readonly kind: 'command'; readonly command: readonly [string, ...string[]]; readonly id?: string }

export type LogsConfiguration =
  | { readonly from: 'process' }
  | { readonly from: 'files'; readonly files: readonly string[] }
  | { readonly from: 'command'; readonly command: readonly [string, ...string[]] }
  /** The operator declares that the connector does not log. */
  | { readonly from: 'none' }

export interface ProfileConfiguration {
  readonly id: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly content?: string
}

/** Everything may be missing here: what is demanded is seen once flags have been read. */
export interface CertificationConfiguration {
  /** Who certifies. Leaves the process only as a keyed fingerprint, as do `app` and `instance`. */
  readonly operator?: string
  /** What the provider app is called, to tell two of one provider apart. */
  readonly app?: string
  readonly accountKind?: string
  readonly policyMode?: string
  readonly deploymentEnvironment?: 'unknown' | 'local' | 'staging' | 'production'
  readonly providerEnvironment?: 'unknown' | 'development' | 'sandbox' | 'production'
  /** URL of the federated instance. */
  readonly instance?: string
  /** Full Git revision of the connector. */
  readonly revision?: string
  readonly validityDays?: number
  /** Absolute path of a folder. */
  readonly keys?: string
  readonly trialPermitted: boolean
  readonly requiredScopes: readonly string[]
  readonly grantedScopes: readonly string[]
}
