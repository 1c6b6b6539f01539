import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createHistory } from '../history/index.ts'
import type { Wire, WireRequest } from '../wire/index.ts'
import { boundsAt } from './bounds.ts'
import { driveConnector } from './connector-driver.ts'
import { answerOf } from './exchange.test.support.ts'
import { plainFacts } from './facts.test.support.ts'
import { createSecretBook } from './secret-book.ts'
import { Inconclusive, Violation } from './verdict.ts'

/** What a publish comes to that is pending for ever. */
async function pendingForEver(gaveUp: boolean): Promise<unknown> {
  const wire = {
    send: async ({ path }: WireRequest) =>
      answerOf(202, { status: 'pending', provider_reference: 'job-1', poll_after_seconds: 1 }, path),
  } as unknown as Wire
  const connector = driveConnector({
    wire,
    token: 'token-of-the-connector',
    facts: () => plainFacts,
    history: createHistory(),
    secrets: createSecretBook(),
    signal: new AbortController().signal,
    bounds: { ...boundsAt(1), publishedWithinMs: 20 },
    registered: () => undefined,
    gaveUp: () => gaveUp,
  })
  const operation = { id: 'pub_stays-m1', marker: 'm1', request: {} }
  return await connector.publishToEnd(operation).catch((thrown: unknown) => thrown)
}

test('an undisturbed publish that stays pending is a violation', async () => {
  assert.instance(await pendingForEver(false), Violation)
})

test('one whose write the connector gave up by itself shows nothing', async () => {
  assert.instance(await pendingForEver(true), Inconclusive)
})

test.run()
