import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { itemsHint } from '../harness/checks/destination-control.ts'
import { expectResult } from '../harness/checks/expect.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { comeBack } from '../harness/checks/patience.ts'
import { askedToComeBack } from '../harness/checks/turned-away.ts'
import { ask, within } from '../harness/checks/poll.ts'
import { isPerhapsUnread } from '../harness/faults/unread.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { defineCase } from './define.ts'
import { expectKnowledge, inspect, type Order, orders, watchUncertain } from './inspect.ts'
import { everyLoss, loseAnswer, loseAnswerOnReused, type Loss, losses } from './lose-answer.ts'

type Context = CaseContext & Pick<Controls, 'destination'>

const ways = { fin: 'closes', reset: 'resets', silent: 'stops reading' } as const

/** The client is gone before the answer; the write goes on undisturbed. */
async function giveUp(
  context: Context,
  how: keyof typeof ways,
  at: 'received' | 'applied',
  tries = 1,
): Promise<Operation> {
  const { connector, destination, profile, signal } = context
  const operation = connector.operation(profile)
  using armed = destination.arm(operation, { at, act: { do: 'hold' } })
  const started = connector.startPublish(operation)
  const struck = destination.struck(armed, 'the write after which the client gives up')
  try {
    const early = await Promise.race([struck.then(() => undefined), started.exchange])
    if (early && askedToComeBack(early) !== undefined) {
      if (tries === 3) throw new Inconclusive('the connector turns publishes away for their number')
      await comeBack([early], signal)
      return await giveUp(context, how, at, tries + 1)
    }
    await struck
    started.giveUp(how)
    armed.release()
    await destination.drained(operation)
  } finally {
    started.close()
  }
  return operation
}

function clientGivesUp(how: keyof typeof ways, at: 'received' | 'applied'): Case {
  return defineCase({
    id: `lost-answer/client-gives-up-${how}-${at}`,
    title: `makes exactly one item when the client ${ways[how]} while the write is ${at} and asks again`,
    requirements: ['11.8', '3.4-repeat', 'R20', 'R20-published', 'R20a'],
    needs: ['destination'],
    batch: 'loss',
    async run(context) {
      const { connector, destination, profile } = context
      await connector.publishAccepted(connector.operation(profile))
      const operation = await giveUp(context, how, at)
      await inspect(context, operation, how === 'fin' ? 'lookup-first' : 'publish-first')
      const [write] = destination.gate.attempts(operation.id).filter((attempt) => attempt.write)
      // Where the connector dropped its own request with the client, it cannot know; otherwise it was told.
      const told = write?.answered !== undefined && !isPerhapsUnread(destination.gate, write)
      if (told) await connector.expectPublished(operation)
      await destination.expectItems(operation, told ? 'exactly one' : 'at most one')
    },
  })
}

function answerLost(loss: Loss, order: Order): Case {
  return defineCase({
    id: `lost-answer/destination-${loss}-${order}`,
    title: `makes no second item when the destination wrote but its answer ${losses[loss].words}, ${orders[order]}`,
    requirements: ['11.8', 'R20', 'R20-published', 'R21', isGarbled(loss) ? 'R23b-garbled' : 'R23b'],
    needs: ['destination'],
    batch: 'loss',
    async run(context) {
      const { connector, destination, profile } = context
      await connector.publishAccepted(connector.operation(profile))
      const { operation } = await loseAnswer(context, loss)
      await inspect(context, operation, order)
      await destination.expectItems(operation, 'at most one')
    },
  })
}

const isGarbled = (loss: Loss): boolean => ['truncate', 'garbage', '502', '504'].includes(loss)

/** Clients that resend by themselves do so on a connection they have used before. */
function answerLostOnReused(loss: Loss, order: Order): Case {
  return defineCase({
    id: `lost-answer/reused-${loss}-${order}`,
    title: `makes no second item when the answer ${losses[loss].words} on a connection used before, ${orders[order]}`,
    requirements: ['11.8', 'R20', 'R21', 'R23c-reused'],
    needs: ['destination'],
    batch: 'loss',
    async run(context) {
      const operation = await loseAnswerOnReused(context, loss)
      if (!operation) throw new Inapplicable('R23c: this connector reuses no connection to its destination')
      await inspect(context, operation, order)
      await context.destination.expectItems(operation, 'at most one')
    },
  })
}

const bothOrders = ['lookup-first', 'publish-first'] as const

export const lostAnswer: Check = defineCheck({
  id: 'lost-answer',
  title: 'creates exactly one destination item when the first response times out after the write',
  cases: [
    clientGivesUp('fin', 'received'),
    clientGivesUp('fin', 'applied'),
    clientGivesUp('reset', 'received'),
    clientGivesUp('reset', 'applied'),
    clientGivesUp('silent', 'received'),
    clientGivesUp('silent', 'applied'),
    ...everyLoss.flatMap((loss) => bothOrders.map((order) => answerLost(loss, order))),
    ...everyLoss.flatMap((loss) => bothOrders.map((order) => answerLostOnReused(loss, order))),
    defineCase({
      id: 'lost-answer/late-arrival',
      title: 'makes no second item when its write arrives after it gave up and was asked again',
      requirements: ['11.8', 'R20', 'R20b'],
      needs: ['destination'],
      batch: 'loss',
      async run(context) {
        const { connector, destination, profile, bounds, signal } = context
        if (!destination.witness.exact)
          throw new Inconclusive('the gate alone cannot tell one item from two', itemsHint)
        await connector.publishAccepted(connector.operation(profile))
        const operation = connector.operation(profile)
        using armed = destination.arm(operation, { at: 'received', act: { do: 'hold' } })
        const publish = connector.publish(operation)
        const attempt = await destination.struck(armed, 'the write that is to arrive late', publish)
        const gaveUp = await ask(async () => attempt.connectorGone, { withinMs: bounds.operationWithinMs, signal })
        if (gaveUp === undefined) throw new Inconclusive('the connector did not give up its write within 60 s')
        expectKnowledge(await connector.publish(operation))
        expectKnowledge(await connector.lookup(operation))
        armed.release()
        await within(armed.forwarded, bounds.operationWithinMs, signal)
        await publish
        await watchUncertain(context, operation)
        await destination.expectItems(operation, 'at most one')
      },
    }),
    defineCase({
      id: 'lost-answer/repeat-agrees',
      title: 'gives publish, repeat, lookup and repeat of one operation the same result',
      requirements: ['11-repeat', '4.2-lookup-shape', 'R16', 'R20a'],
      needs: ['destination'],
      async run({ connector, destination, profile }) {
        const operation = connector.operation(profile)
        const first = await connector.publishToEnd(operation)
        for (const ask of [connector.publish, connector.lookup, connector.publish]) {
          const again = expectResult(await ask(operation))
          if (again.status !== 'published') throw new Violation('the published result again', again.status)
          if (again.external_id !== first.external_id || again.external_url !== first.external_url) {
            throw new Violation('the same external_id and external_url every time', 'another one')
          }
        }
        await destination.expectItems(operation, 'exactly one')
        if (destination.gate.attempts(operation.id).length === 0) {
          throw new Inconclusive('no request of this operation passed the gate, so it proves nothing')
        }
      },
    }),
  ],
})
