import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { destinationBody } from '../harness/checks/destination-body.ts'
import type { Operation } from '../harness/checks/operation.ts'
import type { Act, Attempt } from '../harness/faults/gate.ts'
import type { Exchange } from '../harness/wire/exchange.ts'

/** Ways in which the answer to a write that was applied does not reach the connector (R23b). */
export type Loss = 'hang' | 'reset' | '500'

export const losses: Readonly<Record<Loss, { words: string; act: (body: string) => Act }>> = {
  hang: { words: 'never comes', act: () => ({ do: 'hang' }) },
  reset: { words: 'is cut off by a reset', act: () => ({ do: 'reset' }) },
  '500': { words: 'is replaced by a 500', act: (body) => ({ do: 'status', status: 500, body }) },
}

/**
 * Publishes a new operation whose write is applied and whose answer is lost, as often as the connector tries during
 * that publish. Afterwards everything is up again.
 */
export async function loseAnswer(
  { connector, destination, profile, secrets }: CaseContext & Pick<Controls, 'destination'>,
  loss: Loss,
  onHit?: (attempt: Attempt) => void,
): Promise<{ readonly operation: Operation; readonly first: Exchange }> {
  const operation = connector.operation(profile)
  using armed = destination.arm(operation, {
    at: 'applied',
    nth: 'all',
    act: losses[loss].act(destinationBody(secrets)),
    ...(onHit ? { onHit } : {}),
  })
  const publish = connector.publish(operation)
  await destination.struck(armed, 'the write whose answer is lost')
  const first = await publish
  await destination.drained(operation)
  return { operation, first }
}
