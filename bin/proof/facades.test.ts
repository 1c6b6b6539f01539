import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { facadeEntry } from '../../fixtures/index.ts'
import { eachOf } from '../../harness/checks/poll.ts'
import { runFixture } from './run-fixture.ts'

/** Two of them; `npm run kill-matrix` meets them all. */
const chosen = ['always-published', 'echo'] as const

test('a connector that answers the same to everything earns no pass in any check', async () => {
  const passes = await eachOf(chosen, chosen.length, async (kind) => {
    const results = await runFixture({ entry: [facadeEntry, kind], shape: 'immediate' })
    assert.ok(results.length > 100, `${kind} was not driven`)
    return results.filter(({ outcome }) => outcome.verdict === 'pass').map(({ id }) => `${kind} passes ${id}`)
  })
  assert.equal(passes.flat(), [])
})

test.run()
