import { askedFor } from '../harness/checks/asked-for.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { expectAnswer, expectProblem, expectResult, outcomeOf } from '../harness/checks/expect.ts'
import { is2xx } from '../harness/checks/observations.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { askedToComeBack } from '../harness/checks/turned-away.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import type { Exchange } from '../harness/wire/exchange.ts'

/** What is asked first after a fault decides what a connector gets the chance to heal (R20). */
export type Order = 'lookup-first' | 'publish-first' | 'both'

export const orders: Readonly<Record<Order, string>> = {
  'lookup-first': 'looked up first',
  'publish-first': 'published again first',
  both: 'looked up and published again at once',
}

/**
 * Asks for the operation after a fault, in the given order, and again later while it is uncertain. Every answer is a result, or a
 * problem with outcome unknown; a refusal or a 404 is left to the judge, who knows whether a write may have happened.
 */
export async function inspect(
  context: CaseContext & Pick<Controls, 'destination'>,
  operation: Operation,
  order: Order,
): Promise<void> {
  const { connector, destination } = context
  const lookup = async (): Promise<void> => expectKnowledge(await connector.lookup(operation))
  const publish = async (): Promise<void> => expectKnowledge(await connector.publish(operation))
  if (order === 'both') await Promise.all([lookup(), publish()])
  else for (const step of order === 'lookup-first' ? [lookup, publish] : [publish, lookup]) await step()
  destination.expectSound(operation)
  await watchUncertain(context, operation)
}

/** A lookup, and more of them later while the operation is neither published nor denied, which it may be for good (R20). */
export async function watchUncertain({ connector, watch }: CaseContext, operation: Operation): Promise<void> {
  const look = async (): Promise<true | undefined> => {
    const exchange = await connector.lookup(operation)
    expectKnowledge(exchange)
    return isDecided(exchange) || undefined
  }
  if (!(await look())) watch(look)
}

/** Published, or denied: nothing more is to be expected. */
function isDecided(exchange: Exchange): boolean {
  if (exchange.kind === 'silence') return false
  if (is2xx(exchange.status)) return expectResult(exchange).status === 'published'
  return exchange.status === 404 || outcomeOf(exchange) === 'rejected'
}

/** A valid result, or a problem that takes sides. */
export function expectKnowledge(exchange: Exchange): void {
  const answer = expectAnswer(exchange, 'a result or a problem')
  if (is2xx(answer.status)) expectResult(exchange)
  else if (outcomeOf(answer) === undefined && ![404, 429].includes(answer.status)) {
    throw new Violation('a result, or a problem with an outcome', `status ${answer.status} without an outcome`)
  }
}

/** Anything but a refusal or a 404: a result, or a problem that says unknown. */
export function expectNoDenial(exchange: Exchange): void {
  const answer = expectAnswer(exchange, 'a result or outcome "unknown"')
  if (is2xx(answer.status)) expectResult(exchange)
  else if (outcomeOf(answer) === 'unknown') expectProblem(exchange, 'rejected-or-unknown')
  else {
    throw new Violation(
      `a result or outcome "unknown" from ${askedFor(exchange)} once a write may have happened`,
      `status ${answer.status} with outcome ${outcomeOf(answer) ?? 'none'}`,
    )
  }
}

/** The same of a question that came after the publish: a limit that turned it away has not looked, and denies nothing. */
export function expectNoLaterDenial(exchange: Exchange): void {
  if (exchange.kind === 'answer' && askedToComeBack(exchange) !== undefined && outcomeOf(exchange) === undefined) {
    throw new Inconclusive('the connector turned the question away for the number of requests')
  }
  expectNoDenial(exchange)
}
