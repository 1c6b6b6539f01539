import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ProviderSource, Readiness } from '../readiness/index.ts'
import type { FingerprintKey, SigningKey, TrustedKey } from '../record/index.ts'
import type { LedgerStore } from '../store/index.ts'
import type { Expiry } from './access/browser-sessions.ts'
import type { Cost } from './access/password.ts'
import type { SourceCatalogue } from './append/source-catalogue.ts'
import type { StateDatabase } from './state/state-database.ts'

/** What the service stands on; whoever opened it closes it. */
export interface ServiceOptions {
  readonly readiness: Readiness
  /** Opened for appending. Undefined: it could not be opened, and nothing is appended. */
  readonly store: LedgerStore | undefined
  readonly state: StateDatabase
  /** Signs reviews and runtime controls; trusted as admin by `trusted`. */
  readonly adminKey: SigningKey
  readonly key: FingerprintKey
  readonly trusted: readonly TrustedKey[]
  /** What an approval review may refer to. */
  readonly catalogue: SourceCatalogue
  /** Path below which everything is served: empty, or `/` and something without a `/` at its end. */
  readonly base: string
  /** A proxy stands before us and sets `x-forwarded-proto` and `x-forwarded-for`; otherwise nobody is believed these. */
  readonly behindProxy: boolean
  /** Told in a few words what happened that an operator may want to know; never a name, a token or what was sent. */
  readonly note: (event: string) => void
  /** Serves the MCP operation below `{base}/mcp` to whoever has a token that may read. */
  readonly mcp?: (readiness: Readiness) => (request: Request, workspaceId: string | undefined) => Promise<Response>
  /** The token of a connector, read when it is needed; undefined when there is none. */
  readonly connectorToken?: (from: NonNullable<ProviderSource['connector']>['token']) => Promise<string | undefined>
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly expiry?: Expiry
  readonly passwordCost?: Cost
}

export type ServiceEnv = { readonly Bindings: HttpBindings }
export type ServiceContext = Context<ServiceEnv>
