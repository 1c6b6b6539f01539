import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { expectResult } from '../harness/checks/expect.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { defineCase } from './define.ts'
import { expectNoDenial, inspect, type Order, orders } from './inspect.ts'

type Context = CaseContext & Pick<Controls, 'destination' | 'process'>

/** SIGKILL at the instant the gate holds the first write of the operation, then a new instance. */
async function crashAt(
  { connector, destination, process }: Context,
  operation: Operation,
  at: 'received' | 'applied',
): Promise<void> {
  // The answer is withheld until the killed connector's socket closes; at `received` nothing is ever forwarded.
  using armed = destination.arm(operation, { at, act: { do: 'hang' }, onHit: () => process.killNow() })
  const publish = connector.publish(operation)
  await destination.struck(armed, `the write to be killed at (${at})`)
  await process.kill()
  await publish
  await destination.drained(operation)
  await process.start()
}

function crash(at: 'received' | 'applied', order: Order): Case {
  const when = at === 'received' ? 'before the destination has the write' : 'before the answer to its write arrives'
  return defineCase({
    id: `restart/crash-${at}-${order}`,
    title: `makes no second item and denies nothing after a crash ${when}, ${orders[order]}`,
    requirements: ['11.7', '8-journal', '11-journal', '3.4-reserve', '4.2.4-reserve', '11-reserve', 'R19-order', 'R20', 'R20-published'],
    needs: ['process', 'destination'],
    async run(context) {
      const { connector, destination, profile } = context
      await connector.publishAccepted(connector.operation(profile))
      const operation = connector.operation(profile)
      await crashAt(context, operation, at)
      await inspect(context, operation, order)
      await destination.expectItems(operation, 'at most one')
    },
  })
}

export const restart: Check = defineCheck({
  id: 'restart',
  title: 'returns the same result after a restart',
  cases: [
    defineCase({
      id: 'restart/published-survives',
      title: 'gives a published result unchanged after a restart, by lookup and by repeat',
      requirements: ['11.7', '8-journal', '11-store', '11-repeat', '3.4-published', 'R16'],
      needs: ['process'],
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
      async run({ connector, profile, process }) {
        const operation = connector.operation(profile)
        const before = await connector.publishAccepted(operation)
        if (before.status === 'published') throw new Inapplicable(answersAtOnce)
        await process.restart()
        expectNoDenial(await connector.lookup(operation))
        expectNoDenial(await connector.publish(operation))
      },
    }),
    defineCase({
      id: 'restart/pending-completes',
      title: 'publishes a pending operation whose write was answered, also after a restart',
      requirements: ['11.7', '3.4-completes', 'R20a'],
      needs: ['process', 'destination'],
      async run({ connector, profile, process, destination }) {
        const operation = connector.operation(profile)
        const before = await connector.publishAccepted(operation)
        if (before.status === 'published') throw new Inapplicable(answersAtOnce)
        if (!(await destination.wrote(operation))) throw new Inconclusive('its write did not reach the destination in time')
        await process.restart()
        if (!(await connector.settle(operation))) {
          throw new Violation(`a published result within ${connector.convergenceMs / 1000} s`, 'it stayed pending')
        }
        await destination.expectItems(operation, 'exactly one')
      },
    }),
    defineCase({
      id: 'restart/reference-survives',
      title: 'publishes a new operation under a connection reference from before a restart',
      requirements: ['11.7', 'R9-restart'],
      needs: ['process'],
      async run({ connector, profile, process }) {
        await connector.publishAccepted(connector.operation(profile))
        await process.restart()
        // Made only now: whether the revision outlives a restart too is another question (R6b).
        expectResult(await connector.publish(connector.operation(profile)))
      },
    }),
    crash('received', 'lookup-first'),
    crash('received', 'publish-first'),
    crash('applied', 'lookup-first'),
    crash('applied', 'publish-first'),
  ],
})

const answersAtOnce = '§2.9: this connector answers published at once, so nothing is pending'
