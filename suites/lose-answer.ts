import type { CaseContext, Controls } from '../harness/checks/context.ts'
import type { DestinationControl } from '../harness/checks/destination-control.ts'
import { destinationBody } from '../harness/checks/destination-body.ts'
import type { Operation } from '../harness/checks/operation.ts'
import type { Act, Attempt } from '../harness/faults/gate.ts'
import type { Exchange } from '../harness/wire/exchange.ts'

/** Ways in which the answer to a write that was applied does not reach the connector (R23b). */
export type Loss = 'hang' | 'reset' | 'truncate' | 'garbage' | '500' | '502' | '504'

export const losses: Readonly<Record<Loss, { words: string; act: (body: string) => Act }>> = {
  hang: { words: 'never comes', act: () => ({ do: 'hang' }) },
  reset: { words: 'is cut off by a reset', act: () => ({ do: 'reset' }) },
  truncate: { words: 'breaks off in the middle', act: () => ({ do: 'truncate' }) },
  garbage: { words: 'is replaced by something else', act: (body) => ({ do: 'garbage', body }) },
  '500': { words: 'is replaced by a 500', act: (body) => ({ do: 'status', status: 500, body }) },
  '502': { words: 'is replaced by a 502', act: (body) => ({ do: 'status', status: 502, body }) },
  '504': { words: 'is replaced by a 504', act: (body) => ({ do: 'status', status: 504, body }) },
}

export const everyLoss: readonly Loss[] = ['hang', 'reset', 'truncate', 'garbage', '500', '502', '504']

/**
 * Publishes a new operation whose write is applied and whose answer is lost, as often as the connector tries during
 * that publish. Afterwards everything is up again.
 */
export async function loseAnswer(
  { connector, destination, profile, secrets }: Context,
  loss: Loss,
): Promise<{ readonly operation: Operation; readonly first: Exchange }> {
  const operation = connector.operation(profile)
  const act = losses[loss].act(destinationBody(secrets))
  using armed = destination.arm(operation, { at: 'applied', nth: 'all', act })
  const publish = connector.publish(operation)
  const struck = await destination.struck(armed, 'the write whose answer is lost', publish)
  const first = await publish
  await destination.drained(operation)
  await expectArrived(destination, loss, struck)
  return { operation, first }
}

/** How often a publish is tried before the connector is said to reuse no connection for it. */
const tries = 4

/**
 * The same for a write on a connection that the connector has used before; undefined when it took a fresh one each time,
 * which it may (R23c).
 */
export async function loseAnswerOnReused(
  { connector, destination, profile, secrets }: Context,
  loss: Loss,
): Promise<Operation | undefined> {
  if (!destination.gate.learned.reusesConnections) return undefined
  for (let tried = 0; tried < tries; tried += 1) {
    await connector.publishToEnd(connector.operation(profile))
    const operation = connector.operation(profile)
    const act = losses[loss].act(destinationBody(secrets))
    using armed = destination.arm(operation, { at: 'applied', connection: 'reused', act })
    const publish = connector.publish(operation)
    await Promise.race([
      destination.struck(armed, 'the write whose answer is lost', publish),
      destination.wrote(operation),
    ])
    await publish
    await destination.drained(operation)
    if (!armed.fired) continue
    await expectArrived(destination, loss, await armed.hit)
    return operation
  }
  return undefined
}

/** A connector that gave up by itself has met a timeout instead, which only an answer that never comes is meant to be. */
async function expectArrived(destination: DestinationControl, loss: Loss, struck: Attempt): Promise<void> {
  if (loss !== 'hang') await destination.expectDelivered(struck)
}

type Context = CaseContext & Pick<Controls, 'destination'>
