import type { CaseContext, Controls } from '../harness/checks/context.ts'
import type { Changes } from '../harness/checks/connector-driver.ts'
import { expectRefusal, expectTaken } from '../harness/checks/expect.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import type { Problem } from '../harness/protocol/index.ts'
import type { Mutation } from './mutations.ts'

type Context = CaseContext & Pick<Controls, 'destination'>

/** The body of a publish with members replaced; undefined removes one. */
export function changed(operation: Operation, change: Mutation['change']): Record<string, unknown> {
  const members = typeof change === 'function' ? change(operation) : change
  return Object.fromEntries(
    Object.entries({ ...operation.request, ...members }).filter(([, value]) => value !== undefined),
  )
}

/** Publishes something invalid under a new id: refused with `rejected`, and nothing written. Gives the operation back. */
export async function expectRefusedUnwritten(
  { connector, profile, destination }: Context,
  changes: (operation: Operation) => Changes,
): Promise<{ readonly operation: Operation; readonly problem: Problem }> {
  const operation = connector.operation(profile)
  const exchange = await connector.publish(operation, { ...changes(operation), odd: true })
  const problem = expectRefusal(exchange, 'rejected')
  await destination.expectNothingWritten(operation)
  return { operation, problem }
}

/**
 * The same of a publish without a text, a write of which need not name its operation: there is no write at all. Only for a
 * case that runs alone. Where reading and writing share a path, or something else asks the destination meanwhile, such a
 * request may be anything: it counts when every refusal brings one about, and a publish that is accepted does not.
 */
export async function expectRefusedWithoutTrace(
  context: Context,
  changes: (operation: Operation) => Changes,
): Promise<void> {
  const { connector, destination, profile } = context
  const straysDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const before = destination.strayWrites()
    await work()
    return destination.strayWrites() - before
  }
  const refusal = (): Promise<unknown> => expectRefusedUnwritten(context, changes)
  const stray = await straysDuring(refusal)
  if (stray === 0) return
  const usual = await straysDuring(() => connector.publishToEnd(connector.operation(profile)))
  if (usual > 0) {
    throw new Inconclusive(
      'the connector sends requests to the path of its write that name no operation, so a write without a text cannot be told from them',
    )
  }
  if ((await straysDuring(refusal)) === 0) return
  throw new Violation('no request to the write of the destination', `${stray} of them, without a text, reached it`)
}

/** R12b: after the refusal the operation does not exist, and a valid publish under the same id is accepted. */
export async function expectFreeAfterRefusal({ connector, destination }: Context, operation: Operation): Promise<void> {
  expectRefusal(await connector.lookup(operation), 'rejected-or-absent')
  expectTaken(await connector.publish(operation))
  await connector.expectPublished(operation)
  await destination.expectItems(operation, 'exactly one')
}
