import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createHistory } from '../history/index.ts'
import type { Wire, WireRequest } from '../wire/index.ts'
import { boundsAt } from './bounds.ts'
import { driveConnector, type WriteSeen } from './connector-driver.ts'
import { answerOf } from './exchange.test.support.ts'
import { plainFacts } from './facts.test.support.ts'
import { createSecretBook } from './secret-book.ts'
import { Inconclusive, Violation } from './verdict.ts'

/** What a publish comes to that is pending for ever; `writeSeen` is asked before each lookup. */
async function pendingForEver(
  writeSeen?: () => WriteSeen,
  expectSound: () => Promise<void> = async () => undefined,
): Promise<unknown> {
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
    bounds: { ...boundsAt(1), publishedWithinMs: 40 },
    registered: () => undefined,
    ...(writeSeen ? { writeSeen } : {}),
    expectSound,
  })
  const operation = { id: 'pub_stays-m1', marker: 'm1', request: {} }
  return await connector.publishToEnd(operation).catch((thrown: unknown) => thrown)
}

test('an undisturbed publish that stays pending after its write was answered is a violation', async () => {
  assert.instance(await pendingForEver(() => 'answered'), Violation)
})

test('where nobody can see the write it shows nothing', async () => {
  assert.instance(await pendingForEver(), Inconclusive)
})

test('one whose write the connector gave up by itself, or sent again, shows nothing', async () => {
  assert.instance(await pendingForEver(() => 'uncertain'), Inconclusive)
})

test('but when there are two items of it, that is a violation', async () => {
  const twoItems = async (): Promise<void> => Promise.reject(new Violation('one item', 'two'))
  for (const seen of ['uncertain', 'none'] as const) {
    assert.instance(await pendingForEver(() => seen, twoItems), Violation)
  }
})

test('one whose write was not seen to succeed shows nothing', async () => {
  assert.instance(await pendingForEver(() => 'none'), Inconclusive)
})

test('the bound counts from the answer to the write', async () => {
  let asked = 0
  assert.instance(await pendingForEver(() => ((asked += 1) < 3 ? 'none' : 'answered')), Violation)
  assert.ok(asked >= 3)
})

test.run()
