import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { boundsAt } from '../harness/checks/bounds.ts'
import type { CaseContext } from '../harness/checks/context.ts'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { createObservations } from '../harness/checks/observations.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { expectReadyAfter, expectRecovered, healthInPassing, recovered } from './recovered.ts'

/** A case of a run whose connector is never ready again, and how often health was asked so far. */
function neverReady(): { readonly context: CaseContext; readonly asked: () => number } {
  let asked = 0
  const connector = {
    async get() {
      asked += 1
      return answerOf(503, {}, '/v1/health')
    },
  }
  const context = {
    connector,
    bounds: { ...boundsAt(1), healthUpWithinMs: 100, healthSettlesWithinMs: 0 },
    observations: createObservations(),
    signal: new AbortController().signal,
  }
  // Safe: nothing here uses more of it.
  return { context: context as unknown as CaseContext, asked: () => asked }
}

const thrownBy = (running: Promise<unknown>): Promise<unknown> => running.catch((thrown: unknown) => thrown)

test('a connector that is not ready in time after an outage broke a rule', async () => {
  const { context } = neverReady()
  const thrown = await thrownBy(expectReadyAfter(context))
  assert.instance(thrown, Violation)
  assert.match(String((thrown as Violation).message), 'at the latest 0.1 s after the outage ended')
})

test('one that was waited for in vain is not waited for as long again, and not blamed for it again', async () => {
  const { context, asked } = neverReady()
  await recovered(context)
  const before = asked()
  assert.ok(before > 2)
  await recovered(context)
  assert.instance(await thrownBy(expectReadyAfter(context)), Inconclusive)
  assert.ok(asked() - before <= 4, 'asked at once, and once more')
})

test('the case that decides it waits the whole time whoever waited before', async () => {
  const { context, asked } = neverReady()
  await recovered(context)
  const before = asked()
  assert.instance(await thrownBy(expectRecovered(context)), Violation)
  assert.ok(asked() - before > 2)
})

test('waiting in vain in one run shortens nothing in another', async () => {
  await recovered(neverReady().context)
  assert.instance(await thrownBy(expectReadyAfter(neverReady().context)), Violation)
})

test('health in passing waits for one slow answer, but not for a connector that was waited for in vain', async () => {
  const answers = [answerOf(503, {}, '/v1/health'), answerOf(200, { status: 'ready' }, '/v1/health')]
  const { context } = neverReady()
  const blinks = { ...context, connector: { get: async () => answers.shift() } } as unknown as CaseContext
  const bounds = { ...context.bounds, healthSettlesWithinMs: 1000 }
  const last = await healthInPassing({ ...blinks, bounds })
  assert.is(last.kind === 'answer' && last.status, 200)
  const hopeless = neverReady()
  await recovered(hopeless.context)
  const before = hopeless.asked()
  await healthInPassing({ ...hopeless.context, bounds })
  assert.is(hopeless.asked() - before, 2)
})

test.run()
