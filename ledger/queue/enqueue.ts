import { subjectOf } from '../readiness/index.ts'
import { askedOf, type Gatekeeper } from './admission.ts'
import { type Queue, QueueError } from './queue.ts'
import type { Order, QueuedPublish } from './queued-publish.ts'

/**
 * Queues a publish with the subject of this moment. Whether it may run is decided when it runs.
 * @throws QueueError when nobody could ever run it, or the intent is not this person's to choose
 */
export async function enqueue(queue: Queue, order: Order, keeper: Gatekeeper): Promise<QueuedPublish> {
  const asked = askedOf(order, keeper.readiness)
  if (asked === undefined) throw new QueueError(whatLacks(order, keeper))
  const around = keeper.readiness.surroundings()
  if (around.key === undefined) throw new QueueError('without the fingerprint key no subject has a name')
  if (order.intent === 'certification_test' && !(await keeper.isAdministrator(order.orderedBy))) {
    throw new QueueError('only an unscoped administrator may order a publish for certification')
  }
  const subject = subjectOf(asked, around)
  const { rendition, provider, operation, intent, orderedBy, notBefore } = order
  return await queue.add({ rendition, provider, operation, intent, orderedBy, notBefore, subject })
}

/** The connector prepared it for an account and a profile that readiness may not know. */
function whatLacks({ provider: id, rendition }: Order, { readiness }: Gatekeeper): string {
  const { accountId, workspaceId, request } = rendition
  const provider = readiness.sources.providers.find((each) => each.id === id)
  if (provider === undefined) return `no provider ${id} is configured`
  const hasAccount = provider.accounts.some((each) => each.id === accountId && each.workspace_id === workspaceId)
  if (!hasAccount) {
    // The account is never shown (it names a person).
    return `provider ${id} has no account configured with the id that the connector offered to workspace ${workspaceId}; put its accounts in the configuration right`
  }
  return `the connector offered output profile ${request.output_profile}, which the configured manifest of provider ${id} does not have; save what GET /v1/manifest answers anew`
}
