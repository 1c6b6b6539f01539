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
  if (asked === undefined) throw new QueueError('no such provider, account or output profile is configured')
  const around = keeper.readiness.surroundings()
  if (around.key === undefined) throw new QueueError('without the fingerprint key no subject has a name')
  if (order.intent === 'certification_test' && !(await keeper.isAdministrator(order.orderedBy))) {
    throw new QueueError('only an unscoped administrator may order a publish for certification')
  }
  const subject = subjectOf(asked, around)
  const { rendition, provider, operation, intent, orderedBy, notBefore } = order
  return await queue.add({ rendition, provider, operation, intent, orderedBy, notBefore, subject })
}
