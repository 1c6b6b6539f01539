import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { Bounds } from '../harness/checks/bounds.ts'
import { expectAnswer, expectProblem, expectResult, outcomeOf } from '../harness/checks/expect.ts'
import { is2xx } from '../harness/checks/observations.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import type { OutageKind } from '../harness/faults/gate.ts'
import { draftOf } from '../harness/checks/draft.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { judge } from '../harness/history/index.ts'
import { blindRepeat, type HostPatience, publishAsHost } from '../harness/host/index.ts'
import { destinationBody } from '../harness/checks/destination-body.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import { defineCase } from './define.ts'
import { expectKnowledge, expectNoDenial, expectNoLaterDenial, watchUncertain } from './inspect.ts'
import { everyLoss, loseAnswer, type Loss, losses } from './lose-answer.ts'
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
      expectNoLaterDenial(await connector.lookup(operation))
      expectNoLaterDenial(await connector.publish(operation))
      await destination.expectItems(operation, 'at most one')
    },
  })
}

/** The caller of a case is less patient than one in production: it asks often, and not for long. */
const hostPatience = ({ operationWithinMs }: Bounds): Partial<HostPatience> => ({
  firstPauseMs: 20,
  longestPauseMs: 250,
  totalMs: operationWithinMs,
  exchangeMs: operationWithinMs,
})

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
    run: (context) => lostInOutage(context, how, (operation) => askUncertain(context, how, operation)),
  })
}

const outageKinds: readonly OutageKind[] = ['refused', 'hanging', '500']

const unreachable = 'while the destination is unreachable'

/** Lookup and repeat; at once where each of them may cost the connector's whole timeout. */
async function askUncertain({ connector }: CaseContext, how: OutageKind, operation: Operation): Promise<void> {
  const looked = connector.lookup(operation)
  if (how !== 'hanging') await looked
  const answers = await Promise.all([looked, connector.publish(operation)])
  for (const exchange of answers) expectUncertain(exchange, unreachable)
}

/**
 * The write is applied, its answer never arrives, and from then on the whole destination is down; what is asked meanwhile
 * is up to the case. Afterwards everything is up again, and there is at most one item. The answer is cut off rather than
 * left out: the connector need not wait for it, and the silent loss is the business of other cases.
 */
async function lostInOutage(
  context: CaseContext & Pick<Controls, 'destination'>,
  how: OutageKind,
  during: (operation: Operation) => Promise<void>,
): Promise<void> {
  const { connector, destination, profile } = context
  await connector.publishAccepted(connector.operation(profile))
  const operation = connector.operation(profile)
  using armed = destination.arm(operation, { at: 'applied', act: { do: 'hold', onRelease: 'reset' } })
  const begun: Promise<Exchange>[] = []
  try {
    await using _outage = await destination.outage(how, async () => {
      const publish = connector.publish(operation)
      begun.push(publish)
      await destination.struck(armed, 'the write whose answer is lost', publish)
    })
    armed.release()
    for (const first of begun) expectUncertain(await first, unreachable)
    await during(operation)
  } finally {
    // However the case ends: the next one must find the destination up.
    await recovered(context)
  }
  await watchUncertain(context, operation)
  await destination.expectItems(operation, 'at most one')
}

function duringOutageOverRestart(how: OutageKind): Case {
  return defineCase({
    id: `unknown-outcome/outage-${how}-restart`,
    title: `stays pending or unknown also after a restart while the destination ${outageWords[how]}`,
    requirements: ['11.9', '11.7', '7.1.5', 'R20c-restart'],
    needs: ['destination', 'process'],
    run: (context) =>
      lostInOutage(context, how, async (operation) => {
        await context.process.restart()
        await askUncertain(context, how, operation)
      }),
  })
}

export const unknownOutcome: Check = defineCheck({
  id: 'unknown-outcome',
  title: 'reports an unknown result without causing a blind retry',
  cases: [
    ...everyLoss.map(afterLoss),
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
        await destination.struck(armed, 'the write to be looked up in flight', publish)
        const lookup = connector.startLookup(operation)
        await lookup.sent
        // A single-threaded connector answers only once the write has ended; a moment is given to the others.
        const other = connector.get('manifest')
        await destination.heldFor(lookup.exchange, other)
        armed.release()
        await other
        expectNoLaterDenial(await lookup.exchange)
        expectNoDenial(await publish)
        await connector.settle(operation)
        await destination.expectItems(operation, 'at most one')
      },
    }),
    ...outageKinds.map(duringOutage),
    ...outageKinds.map(duringOutageOverRestart),
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
            if (result.status !== 'published')
              throw new Violation('the published result during an outage', result.status)
          }
          destination.expectSound(operation)
        } finally {
          await recovered(context)
        }
        await connector.settle(operation)
        await destination.expectItems(operation, 'exactly one')
      },
    }),
    defineCase({
      id: 'unknown-outcome/host-never-repeats',
      title: 'gives a caller that follows the specification no reason to repeat a write that may have happened',
      requirements: ['11.9', '3.5-no-blind-retry', '7.2-transport'],
      needs: ['destination'],
      batch: 'loss',
      async run(context) {
        const { connector, destination, profile, secrets, bounds, signal } = context
        await connector.publishAccepted(connector.operation(profile))
        // The caller asks for health first, and a connector may still be recovering from the case before (R5).
        await recovered(context)
        const operation = connector.operation(profile)
        const act = losses.reset.act(destinationBody(secrets))
        using armed = destination.arm(operation, {
          at: 'applied',
          nth: 'all',
          act,
          onHit: () => armed[Symbol.dispose](),
        })
        const { calls, reached } = await publishAsHost({
          wire: connector.wire,
          required: false,
          workspaceId: connector.facts.workspaceId,
          draft: draftOf(operation),
          patience: hostPatience(bounds),
          signal,
          around: (kind, _, send) => connector.recorded(operation, kind, send),
        })
        if (reached.step !== 'publish')
          throw new Inconclusive(`the conforming caller did not get to publish: ${reached.why}`)
        const struck = await destination.struck(armed, 'the write whose answer is lost')
        const repeat = blindRepeat(calls)
        if (repeat)
          throw new Violation('answers that never invite a blind repeat', `one after ${calls.indexOf(repeat)} calls`)
        await destination.drained(operation)
        await destination.expectDelivered(struck)
        await destination.expectItems(operation, 'at most one')
      },
    }),
    defineCase({
      id: 'unknown-outcome/converges',
      title: 'publishes within 10 s what the destination wrote although its answer was lost',
      requirements: ['R20-should'],
      needs: ['destination'],
      batch: 'loss',
      async run(context) {
        const { connector, destination, bounds } = context
        const { operation } = await loseAnswer(context, 'reset')
        if ((await destination.count(operation)) === 0)
          throw new Inconclusive('the destination has no item to converge to')
        if (await connector.settle(operation, bounds.convergesWithinMs)) return
        throw new Violation('a published result within 10 s of lookups', 'a result that is still pending or unknown')
      },
    }),
    defineCase({
      id: 'unknown-outcome/error-before-write',
      title: 'does not take a 5xx of the destination for proof that nothing was written',
      requirements: ['R23b-should'],
      needs: ['destination'],
      batch: 'loss',
      async run({ connector, destination, profile, secrets }) {
        await connector.publishAccepted(connector.operation(profile))
        const operation = connector.operation(profile)
        const act = losses['500'].act(destinationBody(secrets))
        using armed = destination.arm(operation, { at: 'received', act })
        const publish = connector.publish(operation)
        const struck = await destination.struck(armed, 'the write that is answered 500', publish)
        const answer = expectAnswer(await publish, 'a result or outcome "unknown"')
        if (outcomeOf(answer) !== 'rejected') return await destination.expectDelivered(struck)
        throw new Violation(
          'a pending result or outcome "unknown" after a 500 of the destination',
          'outcome "rejected"',
        )
      },
    }),
    defineCase({
      id: 'unknown-outcome/refused-write',
      title: 'does not call an operation published whose write the destination refused',
      requirements: ['3.4-published', '7.1.3', 'R1-after-attempt', 'R20-published'],
      needs: ['destination'],
      batch: 'loss',
      async run({ connector, destination, profile, secrets }) {
        await connector.publishAccepted(connector.operation(profile))
        const operation = connector.operation(profile)
        const act = { do: 'status', status: 422, body: destinationBody(secrets) } as const
        using armed = destination.arm(operation, { at: 'received', nth: 'all', act })
        const publish = connector.publish(operation)
        const struck = await destination.struck(armed, 'the write that is refused', publish)
        expectKnowledge(await publish)
        expectKnowledge(await connector.lookup(operation))
        await destination.expectItems(operation, 'at most one')
        await destination.expectDelivered(struck)
      },
    }),
    defineCase({
      id: 'unknown-outcome/no-late-write',
      title: 'begins no write for an operation after it said that nothing was written',
      requirements: ['3.4-never-safe', 'R19-late-write'],
      needs: ['destination'],
      phase: 'closing',
      async run({ connector, destination, profile }) {
        const operation = connector.operation(profile)
        await connector.publishToEnd(operation)
        await destination.expectItems(operation, 'exactly one')
        const late = judge(connector.history.all()).find(({ invariant }) => invariant === 'I8')
        if (late) throw new Violation(late.expected, late.actual)
      },
    }),
    defineCase({
      id: 'unknown-outcome/reference-stable',
      title: 'keeps the provider reference of a pending operation',
      requirements: ['R16-should'],
      phase: 'closing',
      async run({ connector, profile }) {
        await connector.publishAccepted(connector.operation(profile))
        const events = connector.history.all()
        if (!events.some((event) => event.type === 'return' && event.outcome.is === 'pending')) {
          throw new Inapplicable('§2.9: no pending result was seen in this run')
        }
        const changed = judge(events).find(({ invariant, level }) => invariant === 'I3' && level === 'should')
        if (changed) throw new Violation(changed.expected, changed.actual)
      },
    }),
  ],
})
