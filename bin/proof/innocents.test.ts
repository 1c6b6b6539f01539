import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { variantEntry } from '../../fixtures/index.ts'
import type { CaseResult } from '../../harness/run/index.ts'
import { runFixture } from './run-fixture.ts'

/** Everything that blames a correct connector, or leaves a must undecided. */
const blame = (results: readonly CaseResult[]): readonly string[] =>
  results
    .filter(({ level, outcome }) => outcome.verdict === 'error' || (level === 'must' && !isClean(outcome.verdict)))
    .map(({ id, profile = '', outcome }) => `${id} ${profile} ${JSON.stringify(outcome)}`)

const isClean = (verdict: CaseResult['outcome']['verdict']): boolean => verdict === 'pass' || verdict === 'inapplicable'

// One that answers pending and writes later; `npm run kill-matrix` meets the others, in each of their shapes. The reference
// is driven in full by the tests of the demo and of a disturbed machine.
test('a benign variant is not blamed', async () => {
  const results = await runFixture({
    entry: [variantEntry, 'outbox-worker'],
    shape: 'asynchronous',
    // Patient enough to meet every fault beside other tests.
    env: { DESTINATION_TIMEOUT_MS: '2000' },
  })
  assert.ok(results.filter(({ outcome }) => outcome.verdict === 'pass').length > 130)
  assert.equal(blame(results), [])
})

test.run()
