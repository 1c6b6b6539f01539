import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mutants, variantEntry } from '../../fixtures/index.ts'
import { eachOf } from '../../harness/checks/poll.ts'
import { runFixture } from './run-fixture.ts'

/** A few of them, one for each way to go wrong; `npm run kill-matrix` meets them all. */
const chosen = ['authentication-open-lookup', 'input-off-by-one', 'restart-journal-in-memory', 'lost-answer-retry-5xx']

test('a mutant is killed by the very cases it names', async () => {
  const survived = await eachOf(chosen, 2, async (id) => {
    const mutant = mutants.find((each) => each.id === id)
    assert.ok(mutant, `no mutant is called ${id}`)
    const [shape = 'immediate'] = mutant.shapes
    const results = await runFixture({
      entry: [variantEntry, id],
      shape,
      only: mutant.killedBy,
      timeScale: 0.2,
      env: { TIME_SCALE: '0.2' },
    })
    const failed = new Set(results.flatMap((each) => (each.outcome.verdict === 'fail' ? [each.id] : [])))
    return mutant.killedBy.filter((named) => !failed.has(named)).map((named) => `${id} survived ${named}`)
  })
  assert.equal(survived.flat(), [])
})

test.run()
