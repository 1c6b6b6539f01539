import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Try, verdictOf } from './replay-verdict.ts'

const sound: Try = { is: 'sound' }
const unseen: Try = { is: 'unseen', reason: 'nothing to disturb' }
const again: Try = { is: 'violated', asRecorded: true, expected: 'one item', actual: '2 items' }
const other: Try = { is: 'violated', asRecorded: false, expected: 'an answer', actual: 'silence' }

test('fixed is what was as expected every time', () => {
  assert.equal(verdictOf([sound, sound], ''), { verdict: 'fixed', tries: 2, how: '' })
})

test('one try of which nothing could be seen keeps all the others from proving anything', () => {
  const verdict = verdictOf([sound, unseen, sound], '')
  assert.equal(verdict, { verdict: 'error', reason: '1 of 3 tries could not be observed: nothing to disturb' })
  assert.equal(verdictOf([unseen, unseen], ''), { verdict: 'error', reason: 'nothing to disturb' })
  assert.is(verdictOf([], '').verdict, 'error')
})

test('the recorded violation outranks whatever else there was', () => {
  for (const tries of [
    [sound, again],
    [unseen, again],
    [other, again],
  ]) {
    assert.equal(verdictOf(tries, ''), { verdict: 'failed', expected: 'one item', actual: '2 items' })
  }
})

test('another violation than the recorded one is neither that nor its end', () => {
  const verdict = verdictOf([sound, other, unseen], '')
  assert.equal(verdict, { verdict: 'error', reason: 'it shows another violation now: expected an answer, got silence' })
})

test.run()
