import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventLine } from './events.ts'
import { hostile, unseen } from './injection.test.support.ts'
import { eventsOf, everyVerdict } from './run.test.support.ts'

test('each event is one JSON object with its type on one line', () => {
  for (const event of eventsOf(everyVerdict)) {
    const line = eventLine(event)
    assert.match(line, /^[^\n]*\n$/)
    assert.is((JSON.parse(line) as { type: string }).type, event.type)
  }
})

test('keys are in snake case at every depth, values stay as they are', () => {
  const outcome = { is: 'published', externalId: 'camelCase' } as const
  const line = eventLine({
    type: 'history',
    during: 'health/ready',
    event: { type: 'return', operation: 'op', call: 1, outcome, moment: 3 },
  })
  assert.equal(JSON.parse(line), {
    type: 'history',
    during: 'health/ready',
    event: {
      type: 'return',
      operation: 'op',
      call: 1,
      outcome: { is: 'published', external_id: 'camelCase' },
      moment: 3,
    },
  })
})

test('hostile text stays on its line, unseen characters escaped', () => {
  const line = eventLine({ type: 'note', text: hostile })
  assert.not.match(line.slice(0, -1), unseen)
  assert.not.match(line.slice(0, -1), /\n/)
  assert.equal(JSON.parse(line), { type: 'note', text: hostile })
})

test.run()
