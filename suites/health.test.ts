import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { boundsAt } from '../harness/checks/bounds.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { createObservations } from '../harness/checks/observations.ts'
import { Inconclusive } from '../harness/checks/verdict.ts'
import { health } from './health.ts'

/** What `health/bounded` says of a connector that answers like this while its destination hangs. */
async function bounded(whileDown: () => ReturnType<typeof answerOf>): Promise<unknown> {
  let isDown = false
  const context = {
    connector: { get: async () => (isDown ? whileDown() : answerOf(200, { status: 'ready' }, '/v1/health')) },
    destination: {
      async outage() {
        isDown = true
        return {
          async [Symbol.asyncDispose]() {
            isDown = false
          },
        }
      },
    },
    bounds: { ...boundsAt(1), healthDownWithinMs: 50 },
    observations: createObservations(),
    signal: new AbortController().signal,
  }
  const subject = health.cases.find(({ id }) => id === 'health/bounded')
  // Safe: the case uses no more of it.
  return await subject?.run(context as unknown as CaseContext & Controls).catch((thrown: unknown) => thrown)
}

test('a connector that reports the outage in time passes', async () => {
  assert.is(await bounded(() => answerOf(503, { title: 'Down' }, '/v1/health')), undefined)
})

test('one that never notices the outage has waited for nothing, which proves no bound', async () => {
  assert.instance(await bounded(() => answerOf(200, { status: 'ready' }, '/v1/health')), Inconclusive)
})

test.run()
