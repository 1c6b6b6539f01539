import type { CaseContext, Controls } from '../harness/checks/context.ts'
import type { Changes } from '../harness/checks/connector-driver.ts'
import { expectProblem, expectResult } from '../harness/checks/expect.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Violation } from '../harness/checks/verdict.ts'
import type { Problem } from '../harness/protocol/index.ts'

type Context = CaseContext & Pick<Controls, 'destination'>

/** The body of a publish with members replaced; undefined removes one. */
export const changed = (operation: Operation, change: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...operation.request, ...change }).filter(([, value]) => value !== undefined))

/** Publishes something invalid under a new id: refused with `rejected`, and nothing written. Gives the operation back. */
export async function expectRefusedUnwritten(
  { connector, profile, destination }: Context,
  changes: (operation: Operation) => Changes,
): Promise<{ readonly operation: Operation; readonly problem: Problem }> {
  const operation = connector.operation(profile)
  const exchange = await connector.publish(operation, { ...changes(operation), odd: true })
  const problem = expectProblem(exchange, 'rejected')
  await destination.expectNothingWritten(operation)
  return { operation, problem }
}

/** R12b: after the refusal the operation does not exist, and a valid publish under the same id is accepted. */
export async function expectFreeAfterRefusal({ connector, destination }: Context, operation: Operation): Promise<void> {
  expectProblem(await connector.lookup(operation))
  expectResult(await connector.publish(operation))
  if (!(await connector.settle(operation))) {
    throw new Violation('an accepted publish to become published', 'it stayed pending')
  }
  await destination.expectItems(operation, 'exactly one')
}
