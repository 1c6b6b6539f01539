import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import { expectAnswer, expectProblem, expectResult, outcomeOf } from '../harness/checks/expect.ts'
import { is2xx } from '../harness/checks/observations.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import type { OutageKind } from '../harness/faults/gate.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Violation } from '../harness/checks/verdict.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import { defineCase } from './define.ts'
import { expectNoDenial } from './inspect.ts'
import { loseAnswer, type Loss, losses } from './lose-answer.ts'
import { recovered } from './recovered.ts'

/** Pending, or outcome unknown: all that may be said while nobody can know (§7.1.5). Published only when it can be known. */
function expectUncertain(exchange: Exchange, when: string): void {
  const answer = expectAnswer(exchange, `a pending result or outcome "unknown" ${when}`)
  if (is2xx(answer.status)) {
    const result = expectResult(exchange)
    if (result.status === 'pending') return
    throw new Violation(`a pending result or outcome "unknown" ${when}`, `status "${result.status}"`)
  }
  if (outcomeOf(answer) === 'unknown') {
    expectProblem(exchange, 'rejected-or-unknown')
    return
  }
  const said = outcomeOf(answer) ?? 'none'
  throw new Violation(`a pending result or outcome "unknown" ${when}`, `status ${answer.status} with outcome ${said}`)
}

function afterLoss(loss: Loss): Case {
  return defineCase({
    id: `unknown-outcome/after-${loss}`,
    title: `never says rejected or 404 after the destination wrote but its answer ${losses[loss].words}`,
    requirements: ['11.9', '7.1.3', '7.1.4', '7.1.5', '3.4-never-safe', 'R19', 'R1-after-attempt'],
    needs: ['destination'],
    batch: 'loss',
    async run(context) {
      const { connector, destination, profile } = context
      await connector.publishAccepted(connector.operation(profile))
      const { operation, first } = await loseAnswer(context, loss)
      expectNoDenial(first)
      expectNoDenial(await connector.lookup(operation))
      expectNoDenial(await connector.publish(operation))
      await destination.expectItems(operation, 'at most one')
    },
  })
}

const outageWords = {
  refused: 'refuses connections',
  hanging: 'does not answer',
  '500': 'answers 500',
} as const satisfies Record<OutageKind, string>

function duringOutage(how: OutageKind): Case {
  return defineCase({
    id: `unknown-outcome/outage-${how}`,
    title: `stays pending or unknown while the destination ${outageWords[how]} after an answer was lost`,
    requirements: ['11.9', '7.1.5', '11-uncertain', '3.4-unreconciled', 'R20c'],
    needs: ['destination'],
    batch: `outage-${how}`,
    async run(context) {
      const { connector } = context
      await lostInOutage(context, how, async (operation) => {
        expectUncertain(await connector.lookup(operation), unreachable)
        expectUncertain(await connector.publish(operation), unreachable)
      })
    },
  })
}

const unreachable = 'while the destination is unreachable'

/**
 * The write is applied, its answer never arrives, and from then on the whole destination is down; what is asked meanwhile
 * is up to the case. Afterwards everything is up again, and there is at most one item.
 */
async function lostInOutage(
  context: CaseContext & Pick<Controls, 'destination'>,
  how: OutageKind,
  during: (operation: Operation) => Promise<void>,
): Promise<void> {
  const { connector, destination, profile } = context
  await connector.publishAccepted(connector.operation(profile))
  const operation = connector.operation(profile)
  using armed = destination.arm(operation, { at: 'applied', act: { do: 'hang' } })
  const begun: Promise<Exchange>[] = []
  try {
    await using _outage = await destination.outage(how, async () => {
      begun.push(connector.publish(operation))
      await destination.struck(armed, 'the write whose answer is lost')
    })
    for (const first of begun) expectUncertain(await first, unreachable)
    await during(operation)
  } finally {
    // However the case ends: the next one must find the destination up.
    await recovered(context)
  }
  await connector.settle(operation, 2_000)
  await destination.expectItems(operation, 'at most one')
}

export const unknownOutcome: Check = defineCheck({
  id: 'unknown-outcome',
  title: 'reports an unknown result without causing a blind retry',
  cases: [
    afterLoss('hang'),
    afterLoss('reset'),
    afterLoss('500'),
    defineCase({
      id: 'unknown-outcome/in-flight-lookup',
      title: 'does not deny an operation whose write the destination has received',
      requirements: ['11.9', '4.2.5', '7.1.4', 'R22'],
      needs: ['destination'],
      batch: 'loss',
      async run({ connector, destination, profile }) {
        await connector.publishAccepted(connector.operation(profile))
        const operation = connector.operation(profile)
        using armed = destination.arm(operation, { at: 'applied', act: { do: 'hold' } })
        const publish = connector.publish(operation)
        await destination.struck(armed, 'the write to be looked up in flight')
        const lookup = connector.startLookup(operation)
        await lookup.sent
        // A single-threaded connector answers only once the write has ended; a moment is given to the others.
        await destination.heldFor(lookup.exchange)
        armed.release()
        expectNoDenial(await lookup.exchange)
        expectNoDenial(await publish)
        await connector.settle(operation)
        await destination.expectItems(operation, 'at most one')
      },
    }),
    duringOutage('refused'),
    duringOutage('hanging'),
    duringOutage('500'),
    defineCase({
      id: 'unknown-outcome/published-during-outage',
      title: 'keeps a published result, or calls it unknown, while the destination is unreachable',
      requirements: ['11-repeat', 'R20c-published'],
      needs: ['destination'],
      batch: 'outage-refused',
      async run(context) {
        const { connector, destination, profile } = context
        const operation = connector.operation(profile)
        await connector.publishToEnd(operation)
        try {
          await using _outage = await destination.outage('refused')
          for (const exchange of [await connector.lookup(operation), await connector.publish(operation)]) {
            const answer = expectAnswer(exchange, 'the published result')
            if (answer.status >= 400 && outcomeOf(answer) === 'unknown') continue
            const result = expectResult(exchange)
            if (result.status !== 'published') throw new Violation('the published result during an outage', result.status)
          }
          destination.expectSound(operation)
        } finally {
          await recovered(context)
        }
        await connector.settle(operation)
        await destination.expectItems(operation, 'exactly one')
      },
    }),
  ],
})
