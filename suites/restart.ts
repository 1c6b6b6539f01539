import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { asControl, expectResult, expectTaken } from '../harness/checks/expect.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { seconds } from '../harness/checks/seconds.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { connectWorkspace } from './connect.ts'
import { defineCase } from './define.ts'
import { expectNoLaterDenial, inspect, type Order, orders } from './inspect.ts'
import { pendingOperation } from './pending-operation.ts'

type Context = CaseContext & Pick<Controls, 'destination' | 'process'>

/** Where the first write of the operation is when SIGKILL strikes. */
const points = {
  received: 'before the destination has the write',
  applied: 'before the answer to its write arrives',
  partial: 'while the answer to its write arrives',
  'connector-answered': 'right after it has answered',
} as const

type CrashPoint = keyof typeof points

/** Publishes, and kills the connector while the gate holds the write at this point; then a new instance. */
async function crashAt(
  { connector, destination, process }: Context,
  operation: Operation,
  at: CrashPoint,
): Promise<void> {
  if (at === 'connector-answered') {
    // One that was turned away, or not answered at all, would be a crash before any answer.
    await process.restart(() => asControl(async () => expectNoLaterDenial(await connector.publish(operation))))
    return
  }
  // The answer is withheld until the killed connector's socket closes; at `received` nothing is ever forwarded.
  using armed = destination.arm(operation, { at, act: { do: 'hang' } })
  const begun: Promise<unknown>[] = []
  await process.restart(async () => {
    const publish = connector.publish(operation)
    begun.push(publish)
    await destination.struck(armed, `the write to be killed at (${at})`, publish)
  })
  await Promise.all(begun)
  await destination.drained(operation)
  for (const attempt of armed.hits) destination.expectHeldAtKill(attempt)
}

function crash(at: CrashPoint, order: Order): Case {
  return defineCase({
    id: `restart/crash-${at}-${order}`,
    title: `makes no second item and denies nothing after a crash ${points[at]}, ${orders[order]}`,
    requirements: [
      '11.7',
      '8-journal',
      '11-journal',
      '3.4-reserve',
      '4.2.4-reserve',
      '11-reserve',
      'R19-order',
      'R20',
      'R20-published',
      ...(at === 'partial' || at === 'connector-answered' ? (['R23c-points'] as const) : []),
    ],
    needs: ['process', 'destination'],
    batch: 'restart',
    async run(context) {
      const { connector, destination, profile } = context
      const accepted = connector.operation(profile)
      await connector.publishAccepted(accepted)
      const operation = connector.operation(profile)
      await crashAt(context, operation, at)
      await inspect(context, operation, order)
      await destination.expectItems(operation, 'at most one')
      await expectStillKnown(context, accepted)
    },
  })
}

/** What was accepted before the crash, and had no part in it, is neither lost nor denied. */
async function expectStillKnown({ connector, destination }: Context, accepted: Operation): Promise<void> {
  expectNoLaterDenial(await connector.lookup(accepted))
  destination.expectSound(accepted)
}

/** The point that nothing holds: the kill follows the last byte as fast as it can (R23c: best effort). */
function crashOnceAnswered(order: Order): Case {
  return defineCase({
    id: `restart/crash-answered-${order}`,
    title: `makes no second item and denies nothing after a crash as the answer to its write has arrived, ${orders[order]}`,
    requirements: ['11.7', '11-store', 'R20', 'R20-published', 'R23c-points'],
    needs: ['process', 'destination'],
    async run(context) {
      const { connector, destination, process, profile } = context
      const accepted = connector.operation(profile)
      await connector.publishAccepted(accepted)
      const operation = connector.operation(profile)
      using armed = destination.arm(operation, {
        at: 'answered',
        act: { do: 'nothing' },
        onHit: () => process.killNow(),
      })
      const publish = connector.publish(operation)
      await destination.struck(armed, 'the write to be killed after')
      await process.kill()
      await publish
      await process.start()
      await inspect(context, operation, order)
      await destination.expectItems(operation, 'at most one')
      await expectStillKnown(context, accepted)
    },
  })
}

const everyOrder = ['lookup-first', 'publish-first', 'both'] as const

export const restart: Check = defineCheck({
  id: 'restart',
  title: 'returns the same result after a restart',
  cases: [
    defineCase({
      id: 'restart/published-survives',
      title: 'gives a published result unchanged after a restart, by lookup and by repeat',
      requirements: ['11.7', '8-journal', '11-store', '11-repeat', '3.4-published', 'R16'],
      needs: ['process'],
      batch: 'restart',
      async run({ connector, profile, process, available }) {
        const operation = connector.operation(profile)
        const before = await connector.publishToEnd(operation)
        await process.restart()
        for (const exchange of [await connector.lookup(operation), await connector.publish(operation)]) {
          const after = expectResult(exchange)
          if (after.status !== 'published') throw new Violation('a published result after the restart', after.status)
          if (after.external_id !== before.external_id || after.external_url !== before.external_url) {
            throw new Violation('the same external_id and external_url after the restart', 'another one')
          }
        }
        await available.destination?.expectItems(operation, 'exactly one')
      },
    }),
    defineCase({
      id: 'restart/pending-survives',
      title: 'still knows a pending operation after a restart',
      requirements: ['11.7', '3.4-unreconciled', '8-journal'],
      needs: ['process'],
      batch: 'restart',
      async run(context) {
        const { connector, process } = context
        const operation = await pendingOperation(context)
        await process.restart()
        expectNoLaterDenial(await connector.lookup(operation))
        expectNoLaterDenial(await connector.publish(operation))
      },
    }),
    defineCase({
      id: 'restart/pending-completes',
      title: 'publishes a pending operation whose write was answered, also after a restart',
      requirements: ['11.7', '3.4-completes', 'R20a'],
      needs: ['process', 'destination'],
      batch: 'restart',
      async run(context) {
        const { connector, process, destination } = context
        const operation = await pendingOperation(context)
        if (!(await destination.wrote(operation)))
          throw new Inconclusive('its write did not reach the destination in time')
        // One that answers this has had the time to read the answer to its write too.
        await connector.lookup(operation)
        await process.restart()
        if (!(await connector.settle(operation))) {
          throw new Violation(`a published result within ${seconds(connector.convergenceMs)}`, 'it stayed pending')
        }
        await destination.expectItems(operation, 'exactly one')
      },
    }),
    defineCase({
      id: 'restart/reference-survives',
      title: 'publishes a new operation under a connection reference from before a restart',
      requirements: ['11.7', 'R9-restart'],
      needs: ['process'],
      batch: 'restart',
      async run(context) {
        const { connector, profile, process } = context
        // A reference of its own: that of the run may have been lost in an earlier restart.
        const { connection_ref } = await connectWorkspace(context)
        const underIt = (): Operation => connector.operation(profile, { connection_ref })
        await connector.publishAccepted(underIt())
        await process.restart()
        // Made only now: whether the revision outlives a restart too is another question (R6b).
        expectTaken(await connector.publish(underIt()))
      },
    }),
    ...(Object.keys(points) as CrashPoint[]).flatMap((at) => everyOrder.map((order) => crash(at, order))),
    ...everyOrder.map(crashOnceAnswered),
  ],
})
