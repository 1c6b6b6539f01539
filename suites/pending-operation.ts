import type { CaseContext } from '../harness/checks/context.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { isPerhapsUnread } from '../harness/faults/unread.ts'
import { Inapplicable, Inconclusive } from '../harness/checks/verdict.ts'

/**
 * A new operation that is pending although nothing disturbed it. On a busy machine a connector that publishes at once may
 * give up a write by itself and call that pending, which says nothing about how it works.
 */
export async function pendingOperation({
  connector,
  profile,
  available: { destination },
}: Pick<CaseContext, 'connector' | 'profile' | 'available'>): Promise<Operation> {
  for (let tried = 0; tried < undisturbedTries; tried += 1) {
    const operation = connector.operation(profile)
    const { status } = await connector.publishAccepted(operation)
    if (status === 'published') throw new Inapplicable('§2.9: this connector answers published at once')
    const attempts = destination?.gate.attempts(operation.id) ?? []
    if (!attempts.some((attempt) => destination && isPerhapsUnread(destination.gate, attempt))) return operation
  }
  throw new Inconclusive('the connector gave up every write to its destination before it was answered')
}

const undisturbedTries = 3
