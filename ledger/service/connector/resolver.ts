import type { AccountSource, Decision, ProviderSource } from '../../readiness/index.ts'
import type { Resolution } from '../../../harness/protocol/index.ts'
import type { ResolveRequest } from '../interface/request-schemas.ts'
import { ServiceProblem } from '../problem.ts'
import type { ServiceOptions } from '../service-options.ts'
import { connectorClient } from './connector-client.ts'

/** What one format may be published with, as its connector says, and whether it may run now, as we say. */
export interface Resolved {
  readonly provider: string
  readonly social_account_id: string
  readonly output_profile: string
  readonly operation: ResolveRequest['operation']
  readonly resolution: Resolution
  /** False: accounts that were bound under another revision must reconnect before they publish (§3.5). */
  readonly revision_is_current: boolean
  readonly decision: Decision
}

/** How many requests wait for one connector at once; whoever comes then is told to come back. */
const mostWaiting = 4

export type Resolver = (request: ResolveRequest) => Promise<Resolved>

/** @throws ServiceProblem for what is not there and for what the connector answers */
export function openResolver({ readiness, connectorToken }: ServiceOptions): Resolver {
  const waiting = new Map<string, number>()
  return async (request) => {
    const { provider, account, profile } = find(readiness.sources.providers, request)
    const token = provider.connector && (await connectorToken?.(provider.connector.token))
    if (provider.connector === undefined || token === undefined) {
      throw new ServiceProblem('connector_not_configured', 'No connector is configured for this provider.')
    }
    const already = waiting.get(provider.id) ?? 0
    if (already >= mostWaiting) {
      throw new ServiceProblem('busy', 'Others are waiting for this connector.', { retry_after: 1 })
    }
    waiting.set(provider.id, already + 1)
    try {
      const resolution = await resolve(provider.connector.url, token, account, request)
      const asked = { provider, account, profile, operation: request.operation, intent: 'production' } as const
      return {
        provider: provider.id,
        social_account_id: account.id,
        output_profile: profile.id,
        operation: request.operation,
        resolution,
        revision_is_current: resolution.capability_revision === provider.capability_revision,
        // After the connector, so that it is of the moment in which it is read.
        decision: await readiness.decide(asked),
      }
    } finally {
      waiting.set(provider.id, (waiting.get(provider.id) ?? 1) - 1)
    }
  }
}

interface Format {
  readonly provider: ProviderSource
  readonly account: AccountSource
  readonly profile: ProviderSource['profiles'][number]
}

function find(providers: readonly ProviderSource[], request: ResolveRequest): Format {
  const provider = providers.find(({ id }) => id === request.provider)
  const profile = provider?.profiles.find(({ id }) => id === request.output_profile)
  const account = provider?.accounts.find(
    ({ id, workspace_id }) => id === request.social_account_id && workspace_id === request.workspace_id,
  )
  if (provider && profile && account) return { provider, profile, account }
  throw new ServiceProblem('subject_not_configured', 'There is no such provider, account or format here.')
}

async function resolve(
  url: string,
  token: string,
  account: AccountSource,
  { output_profile, settings = {} }: ResolveRequest,
): Promise<Resolution> {
  await using client = connectorClient(url, token)
  const { connection_ref, accounts } = await client.connect(account.workspace_id)
  if (!accounts.some(({ id }) => id === account.id)) {
    throw new ServiceProblem('connector_problem', 'The connector no longer offers this account; reconnect it.')
  }
  return await client.resolve({ connection_ref, output_profile, settings })
}
