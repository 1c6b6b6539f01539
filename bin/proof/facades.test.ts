import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { facadeEntry, facadeKinds } from '../../fixtures/index.ts'
import { eachOf } from '../../harness/checks/poll.ts'
import { runFixture } from './run-fixture.ts'

test('a connector that answers the same to everything earns no pass in any check', async () => {
  const passes = await eachOf(facadeKinds, facadeKinds.length, async (kind) => {
    const results = await runFixture({
      entry: [facadeEntry, kind],
      shape: 'immediate',
      // A facade that never answers is not waited for as long as a real connector.
      change: (configuration) =>
        configuration.process?.kind === 'own'
          ? { ...configuration, process: { ...configuration.process, readyWithinMs: 3_000 } }
          : configuration,
    })
    assert.ok(results.length > 100, `${kind} was not driven`)
    return results.filter(({ outcome }) => outcome.verdict === 'pass').map(({ id }) => `${kind} passes ${id}`)
  })
  assert.equal(passes.flat(), [])
})

test.run()
