import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type CaseResult, makePlan, type RunEvent } from '../harness/run/index.ts'
import { checks } from '../suites/index.ts'
import { finishedChecks } from './finished-checks.ts'

const prepared = (profiles: readonly string[]): RunEvent => ({ type: 'prepared', profiles })

const ended = (id: string, more: Partial<CaseResult> = {}): RunEvent => ({
  type: 'case-ended',
  result: {
    id,
    check: id.split('/')[0] ?? '',
    title: '',
    level: 'must',
    requirements: [],
    outcome: { verdict: 'pass' },
    millis: 1,
    ...more,
  },
})

test('a check is told once, when its last case has ended', () => {
  const tell = finishedChecks(makePlan(checks, ['health/ready', 'manifest/shape', 'manifest/ids']))
  const fail = { outcome: { verdict: 'fail', expected: 'a', actual: 'b' } } as const
  const events = [prepared(['p']), ended('manifest/shape'), ended('health/ready'), ended('manifest/ids', fail)]
  assert.equal(events.map(tell), [
    undefined,
    undefined,
    'health: 1 case, 1 passed\n',
    'manifest: 2 cases, 1 passed, 1 failed\n',
  ])
  assert.is(tell(ended('health/ready', fail)), undefined)
})

test('a case that runs once for each profile has ended with the last of them', () => {
  const each = checks.flatMap(({ cases }) => cases).find((one) => one.each === 'profile')
  if (!each) throw new Error('no case runs for each profile')
  const tell = finishedChecks(makePlan(checks, [each.id]))
  tell(prepared(['p', 'q']))
  assert.is(tell(ended(each.id, { profile: 'p' })), undefined)
  assert.match(tell(ended(each.id, { profile: 'q' })) ?? '', ': 1 case, 2 runs, 2 passed\n')
})

test('a run that was never prepared is told by its report alone', () => {
  const tell = finishedChecks(makePlan(checks, ['health/ready']))
  assert.is(tell(ended('health/ready')), undefined)
})

test.run()
