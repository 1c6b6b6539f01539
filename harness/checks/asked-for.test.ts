import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { askedFor, ruleIn } from './asked-for.ts'
import { answerOf } from './exchange.test.support.ts'

test('a finding names the whole operation id', () => {
  const id = `pub_${'x'.repeat(60)}`
  assert.is(askedFor(answerOf(200, {}, `/v1/operations/${id}`)), `POST /v1/operations/${id}`)
})

test('the same rule is the same whatever the operation and the time', () => {
  const broken = (id: string, time: string): string => ruleIn(`a result from GET /v1/operations/${id} within ${time} s`)
  assert.is(broken('pub_1-a', '15'), broken('pub_2-b', '17.25'))
  assert.is.not(ruleIn('a result from GET /v1/health'), ruleIn('a result from GET /v1/manifest'))
})

test.run()
