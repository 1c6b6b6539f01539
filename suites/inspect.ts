import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { expectAnswer, expectResult, outcomeOf } from '../harness/checks/expect.ts'
import { is2xx } from '../harness/checks/observations.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Violation } from '../harness/checks/verdict.ts'
import type { Exchange } from '../harness/wire/exchange.ts'

/** What is asked first after a fault decides what a connector gets the chance to heal (R20). */
export type Order = 'lookup-first' | 'publish-first'

export const orders: Readonly<Record<Order, string>> = {
  'lookup-first': 'looked up first',
  'publish-first': 'published again first',
}

/** How long an uncertain operation is looked up before it is left pending, which it may be (R20). */
const inspectForMs = 2_000

/**
 * Asks for the operation after a fault, in the given order, and once more each way. Every answer is a result, or a
 * problem with outcome unknown; a refusal or a 404 is left to the judge, who knows whether a write may have happened.
 */
export async function inspect(
  { connector, destination }: CaseContext & Pick<Controls, 'destination'>,
  operation: Operation,
  order: Order,
): Promise<void> {
  const lookup = async (): Promise<void> => expectKnowledge(await connector.lookup(operation))
  const publish = async (): Promise<void> => expectKnowledge(await connector.publish(operation))
  for (const ask of order === 'lookup-first' ? [lookup, publish] : [publish, lookup]) await ask()
  destination.expectSound(operation)
  await connector.settle(operation, inspectForMs)
}

/** A valid result, or a problem that takes sides. */
export function expectKnowledge(exchange: Exchange): void {
  const answer = expectAnswer(exchange, 'a result or a problem')
  if (is2xx(answer.status)) expectResult(exchange)
  else if (outcomeOf(answer) === undefined && answer.status !== 404) {
    throw new Violation('a result, or a problem with an outcome', `status ${answer.status} without an outcome`)
  }
}
