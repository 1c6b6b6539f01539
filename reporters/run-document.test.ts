import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { collectRun } from './run-document.ts'
import { eventsOf, everyVerdict, result, runOf } from './run.test.support.ts'

test('a run has a document only once it has ended', () => {
  const collector = collectRun()
  for (const event of eventsOf(everyVerdict)) {
    assert.is(collector.document(), undefined)
    collector.onEvent(event)
  }
  assert.equal(collector.document()?.results, everyVerdict)
})

test('the last result of a case counts, at the place of the first', () => {
  const late = result('health/ready', { verdict: 'fail', expected: 'one item', actual: 'two, seen later' })
  const run = runOf([result('health/ready', { verdict: 'pass' }), result('health/other', { verdict: 'pass' }), late])
  assert.equal(
    run.results.map(({ id, outcome }) => [id, outcome.verdict]),
    [
      ['health/ready', 'fail'],
      ['health/other', 'pass'],
    ],
  )
})

test('the same case of two profiles is two results', () => {
  const run = runOf([
    result('health/ready', { verdict: 'pass' }, { profile: 'a' }),
    result('health/ready', { verdict: 'pass' }, { profile: 'b' }),
    result('health/ready', { verdict: 'pass' }),
  ])
  assert.is(run.results.length, 3)
})

test('header, facts and footer are kept without the type of their event, notes once each', () => {
  const run = runOf([], { notes: ['one', 'two', 'one'] })
  assert.not('type' in run.header)
  assert.not('type' in run.footer)
  assert.is(run.learned?.provider, 'acme.blog')
  assert.equal(run.notes, ['one', 'two'])
})

test.run()
