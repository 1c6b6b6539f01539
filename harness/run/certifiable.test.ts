import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Verdict } from '../checks/verdict.ts'
import { type EndedRun, whyNotCertifiable } from './certifiable.ts'
import type { CaseResult } from './result.ts'

const result = (verdict: Verdict, level: 'must' | 'should' = 'must'): CaseResult =>
  ({ id: 'health/x', level, outcome: { verdict } }) as CaseResult

const whole: EndedRun = {
  plan: { full: true },
  results: [result('pass'), result('inapplicable')],
  complete: true,
  timeScale: 1,
  profiles: 1,
}

const why = (change: Partial<EndedRun>): string => whyNotCertifiable({ ...whole, ...change }).join('; ')

test('a full run in real time certifies, whether it passed or failed', () => {
  assert.is(why({}), '')
  assert.is(why({ results: [...whole.results, result('fail')] }), '')
  assert.is(why({ results: [...whole.results, result('inconclusive', 'should'), result('fail', 'should')] }), '')
})

test('a run that is partial, cut short, hurried, undecided, broken or empty does not', () => {
  assert.match(why({ plan: { full: false } }), 'left out')
  assert.match(why({ complete: false }), 'not carried to its end')
  assert.match(why({ timeScale: 0.1 }), 'every long wait')
  assert.match(why({ profiles: 0 }), 'no output profile')
  assert.match(why({ results: [...whole.results, result('inconclusive')] }), '1 case that must be decided')
  assert.match(why({ results: [...whole.results, result('fail'), result('inconclusive')] }), 'inconclusive')
  assert.match(why({ results: [...whole.results, result('error', 'should')] }), 'the harness itself failed')
  assert.match(why({ results: [] }), 'nothing passed')
  assert.match(why({ results: [result('inapplicable')] }), 'nothing passed')
})

test.run()
