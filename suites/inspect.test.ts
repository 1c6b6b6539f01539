import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { expectNoDenial, expectNoLaterDenial } from './inspect.ts'

const problem = (status: number, more: object): ReturnType<typeof answerOf> =>
  answerOf(status, { code: 'x', message: 'It is so.', next_action: 'Wait.', ...more }, '/v1/publishes')

test('a question that was turned away for its number denies nothing, and shows nothing', () => {
  assert.throws(
    () => expectNoLaterDenial(problem(429, { retry_after: 1 })),
    (thrown: unknown) => thrown instanceof Inconclusive,
  )
})

test('after a possible write a refusal is a denial, whatever its status', () => {
  for (const denial of [
    problem(429, {}),
    problem(429, { retry_after: 1, outcome: 'rejected' }),
    problem(404, { retry_after: 1 }),
    problem(409, { outcome: 'rejected' }),
  ]) {
    assert.throws(
      () => expectNoLaterDenial(denial),
      (thrown: unknown) => thrown instanceof Violation,
    )
  }
})

test('the publish that wrote has looked, so a limit is no excuse for its answer', () => {
  const refused = problem(429, { retry_after: 1 })
  assert.throws(
    () => expectNoDenial(refused),
    (thrown: unknown) => thrown instanceof Violation,
  )
})

test.run()
