import { type Case, type Check, defineCheck } from '../harness/checks/define.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { expectAnswer, expectNoComplaint, expectProblem, expectSuccess } from '../harness/checks/expect.ts'
import { seconds } from '../harness/checks/seconds.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { checkHealth } from '../harness/protocol/index.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import type { OutageKind } from '../harness/faults/gate.ts'
import { defineCase } from './define.ts'
import { expectReadyAfter, expectRecovered, healthUntil, isReady, recovered } from './recovered.ts'

type Context = CaseContext & Pick<Controls, 'destination'>

function expectReady(exchange: Exchange): void {
  expectNoComplaint(checkHealth(expectSuccess(exchange, 'health with status ready')), 'the health answer')
}

/** The positive control: without a connector that was ready before, a failing health proves nothing. */
async function expectReadyBefore(context: CaseContext): Promise<void> {
  const exchange = await healthUntil(context, isReady, context.bounds.healthSettlesWithinMs)
  try {
    expectReady(exchange)
  } catch (thrown) {
    if (!(thrown instanceof Violation)) throw thrown
    throw new Inconclusive(`health was not ready before the outage: ${thrown.message}`)
  }
}

/** Health during one outage, from its first non-2xx answer on. */
async function healthWhileDown(context: Context, how: OutageKind): Promise<Exchange> {
  await expectReadyBefore(context)
  let down: Exchange
  {
    await using _outage = await context.destination.outage(how)
    down = await healthUntil(context, (exchange) => !isReady(exchange), context.bounds.healthDownWithinMs)
  }
  expectReady(await expectReadyAfter(context))
  return down
}

function failsWhile(how: OutageKind, slug: string, title: string): Case {
  return defineCase({
    id: `health/${slug}`,
    title,
    requirements: ['11.3', '4.2.1', 'R5'],
    needs: ['destination'],
    withoutBaseline: true,
    batch: `outage-${how}`,
    async run(context) {
      const down = await healthWhileDown(context, how)
      if (isReady(down)) {
        throw new Violation(
          `a non-2xx answer from GET /v1/health at the latest ${seconds(context.bounds.healthDownWithinMs)} after the destination went down`,
          'it still says ready',
        )
      }
      expectProblem(down)
    },
  })
}

export const health: Check = defineCheck({
  id: 'health',
  title: 'fails health when its required destination is unavailable',
  cases: [
    defineCase({
      id: 'health/ready',
      title: 'answers health with status ready while everything works',
      requirements: ['2.5-ready', '4.2-success'],
      async run(context) {
        const { available } = context
        const exchange = await healthUntil(context, isReady, context.bounds.healthSettlesWithinMs)
        // From outside alone nobody can tell a connector whose destination is down, which must say so, from a broken one.
        if (!available.destination && exchange.kind === 'answer' && exchange.status >= 400) {
          expectProblem(exchange)
          throw new Inconclusive(
            `health says that the connector cannot publish (status ${exchange.status})`,
            'start the destination of the connector, or let the harness stand in between (destination in touchstone.yaml)',
          )
        }
        expectReady(exchange)
      },
    }),
    failsWhile('refused', 'down-refused', 'fails health while the destination refuses connections'),
    failsWhile('500', 'down-5xx', 'fails health while the destination answers 500'),
    failsWhile('hanging', 'down-hanging', 'fails health while the destination does not answer'),
    defineCase({
      id: 'health/bounded',
      title: 'answers health within 30 s while the destination hangs',
      requirements: ['R5-health', '8-timeouts'],
      needs: ['destination'],
      withoutBaseline: true,
      batch: 'outage-hanging',
      async run(context) {
        await expectReadyBefore(context)
        let down: Exchange
        {
          await using _outage = await context.destination.outage('hanging')
          // An answer out of a cache, or from a connector that asks nobody, was not waited for.
          down = await healthUntil(context, (exchange) => !isReady(exchange), context.bounds.healthDownWithinMs)
        }
        expectAnswer(down, 'an answer within 30 s')
        expectReady(await expectReadyAfter(context))
        if (isReady(down)) {
          throw new Inconclusive('health never noticed the outage, so nothing shows that it asks its destination')
        }
      },
    }),
    defineCase({
      id: 'health/recovers',
      title: 'is ready again at the latest 60 s after an outage ended',
      requirements: ['2.5-ready', 'R5'],
      needs: ['destination'],
      withoutBaseline: true,
      batch: 'outage-refused',
      async run(context) {
        await expectReadyBefore(context)
        {
          await using _outage = await context.destination.outage('refused')
          const down = await healthUntil(context, (exchange) => !isReady(exchange), context.bounds.healthDownWithinMs)
          if (isReady(down))
            throw new Inconclusive('health never noticed the outage, so it had nothing to recover from')
        }
        expectReady(await expectRecovered(context))
      },
    }),
    defineCase({
      id: 'health/prompt',
      title: 'notices an outage at once and answers within 15 s',
      requirements: ['R5-should'],
      needs: ['destination'],
      withoutBaseline: true,
      batch: 'outage-hanging',
      async run(context) {
        await expectReadyBefore(context)
        let first: Exchange
        {
          await using _outage = await context.destination.outage('hanging')
          first = await context.connector.get('health')
        }
        await recovered(context)
        if (isReady(first)) throw new Violation('the first health answer after the outage began to be non-2xx', 'ready')
        const { healthPromptMs } = context.bounds
        if (first.millis > healthPromptMs)
          throw new Violation(`an answer within ${seconds(healthPromptMs)}`, `one after ${seconds(first.millis)}`)
      },
    }),
    defineCase({
      id: 'health/problem',
      title: 'answers with a typed problem while the destination is down',
      requirements: ['7.1.1', '4.2.1', 'R2-health', 'R1'],
      needs: ['destination'],
      withoutBaseline: true,
      batch: 'outage-refused',
      async run(context) {
        const down = await healthWhileDown(context, 'refused')
        if (isReady(down)) throw new Inconclusive('health never noticed the outage, so it gave no problem')
        expectProblem(down)
      },
    }),
  ],
})
