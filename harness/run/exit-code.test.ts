import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Level, Outcome } from '../checks/verdict.ts'
import { exitCode } from './exit-code.ts'
import { type CaseResult, countVerdicts } from './result.ts'

const outcomes = {
  pass: { verdict: 'pass' },
  fail: { verdict: 'fail', expected: 'a', actual: 'b' },
  inconclusive: { verdict: 'inconclusive', reason: 'unseen' },
  inapplicable: { verdict: 'inapplicable', clause: 'R7' },
  error: { verdict: 'error', reason: 'TypeError' },
} as const satisfies Record<string, Outcome>

const result = (verdict: keyof typeof outcomes, level: Level = 'must'): CaseResult => ({
  id: 'fake/case',
  check: 'fake',
  title: 'is fake',
  level,
  requirements: ['1.1'],
  outcome: outcomes[verdict],
  millis: 1,
})

const quiet = { interrupted: false, complete: true, harnessFailed: false }

test('all must cases passed or inapplicable is 0', () => {
  assert.is(exitCode([result('pass'), result('inapplicable')], quiet), 0)
})

test('nothing run is 3', () => {
  assert.is(exitCode([], quiet), 3)
  assert.is(exitCode([result('inapplicable')], quiet), 3)
})

test('a must that failed is 1 even beside an inconclusive one', () => {
  assert.is(exitCode([result('pass'), result('inconclusive'), result('fail')], quiet), 1)
})

test('an inconclusive must is 3 and never 0', () => {
  assert.is(exitCode([result('pass'), result('inconclusive')], quiet), 3)
})

test('a should that fails or is inconclusive changes nothing', () => {
  assert.is(exitCode([result('pass'), result('fail', 'should'), result('inconclusive', 'should')], quiet), 0)
})

test('an error of the harness is 4 and outranks a failure', () => {
  assert.is(exitCode([result('fail'), result('error')], quiet), 4)
  assert.is(exitCode([result('pass')], { ...quiet, harnessFailed: true }), 4)
})

test('a run that its deadline ended before all was judged is 3, whatever passed until then', () => {
  const stopped = { ...quiet, complete: false }
  assert.is(exitCode([result('pass')], stopped), 3)
  assert.is(exitCode([result('pass'), result('fail')], stopped), 1)
})

test('an interrupted run is 130', () => {
  assert.is(exitCode([result('fail')], { ...quiet, interrupted: true }), 130)
})

test('a should that failed is counted as a warning', () => {
  const counts = countVerdicts([result('pass'), result('fail'), result('fail', 'should')])
  assert.is(counts.fail, 1)
  assert.is(counts.warning, 1)
})

test.run()
