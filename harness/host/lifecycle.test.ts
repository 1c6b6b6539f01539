import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lifecycle, type LifecycleObservations } from './lifecycle.ts'

const good: LifecycleObservations = {
  subject: 'immediate',
  connected: true,
  authorization: { tokenAccepted: true, accountOffered: true },
  operation: 'published',
  items: 1,
}

/** The four results that can fail, as letters. */
const letters = (seen: LifecycleObservations): string => {
  const judged = lifecycle(seen)
  if (judged.is === 'incomplete') return `missing ${judged.missing.join(', ')}`
  return judged.results
    .slice(0, 4)
    .map(({ result }) => result.charAt(0))
    .join('')
}

test('a published operation with one item passes, and refresh and revoke never apply', () => {
  assert.equal(lifecycle(good), {
    is: 'complete',
    results: [
      { name: 'connect', result: 'passed' },
      { name: 'authorization', result: 'passed' },
      { name: 'publish_immediate', result: 'passed' },
      { name: 'final_result', result: 'passed' },
      { name: 'refresh', result: 'not_applicable', reason: 'preconfigured_connection' },
      { name: 'revoke', result: 'not_applicable', reason: 'preconfigured_connection' },
    ],
  })
  const scheduled = lifecycle({ ...good, subject: 'scheduled' })
  assert.is(scheduled.is === 'complete' ? scheduled.results[2]?.name : '', 'publish_scheduled')
})

test('each observation decides its own results', () => {
  const refused = { tokenAccepted: false, accountOffered: false }
  assert.is(letters({ ...good, authorization: refused }), 'pfpp')
  assert.is(letters({ ...good, authorization: { tokenAccepted: true, accountOffered: false } }), 'pfpp')
  assert.is(letters({ ...good, items: 0 }), 'pppf')
  assert.is(letters({ ...good, items: 2 }), 'pppf')
  assert.is(letters({ ...good, operation: 'pending', items: 1 }), 'pppf')
  assert.is(letters({ ...good, operation: 'unknown', items: 1 }), 'ppff')
  assert.is(letters({ ...good, operation: 'rejected', items: undefined }), 'ppff')
  const never = { authorization: undefined, operation: undefined, items: undefined }
  assert.is(letters({ ...good, connected: false, ...never }), 'ffff')
})

test('what was not observed is named, and nothing is concluded', () => {
  assert.is(letters({ ...good, connected: undefined }), 'missing connect')
  assert.is(letters({ ...good, authorization: undefined }), 'missing authorization')
  assert.is(letters({ ...good, items: undefined }), 'missing final_result')
  assert.is(letters({ ...good, operation: undefined, authorization: undefined }), 'missing publish, authorization')
  assert.is(letters({ ...good, operation: 'prepared' }), 'missing publish')
})

test.run()
