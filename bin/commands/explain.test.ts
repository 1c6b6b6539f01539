import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectEnded, expectRefused, testInPlace } from '../cli.test.support.ts'

const explained: readonly (readonly [id: string, ...parts: string[]])[] = [
  ['health', 'health: a conforming connector fails health', 'Usual causes:', 'health/ready: '],
  ['health/ready', 'The rules it decides:', '2.5-ready (§2.5)', 'Run it alone: touchstone run --only health/ready'],
  ['2.9-poll', '2.9-poll (§2.9, must)', 'Decided by:', 'protocol/poll-bounds'],
  ['R20a', 'R20a (R20a, must)', 'restart/pending-completes'],
  ['§2.9', '2.9-published (§2.9, must)', '2.9-pending (§2.9, must)'],
  ['2.9', '2.9-published (§2.9, must)'],
  ['I6', 'I6: Once the item exists', 'Follows from:', '7.1.3 (§7.1.3): ', 'Belongs to:', 'unknown-outcome: reports'],
  ['L1', 'L1: Once everything is up again', 'R20-should (R20)'],
]

for (const [id, ...parts] of explained) {
  testInPlace(`explain ${id} says it in full`, async (place) => {
    const ended = await place.run(['explain', id])
    expectEnded(ended, 0, ...parts)
    assert.is(ended.err, '')
    assert.not.match(ended.out, /undefined|not known/)
  })
}

testInPlace('an id that there is not is refused', async (place) => {
  expectRefused(await place.run(['explain', 'health/redy']), 'there is no check, case or requirement "health/redy"')
})

testInPlace('an invariant that there is not is refused', async (place) => {
  expectRefused(await place.run(['explain', 'I10']), 'there is no check, case or requirement "I10"')
})

test.run()
