import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Mutant, mutants, variantEntry } from '../../fixtures/index.ts'
import { eachOf } from '../../harness/checks/poll.ts'
import { checks } from '../../suites/index.ts'
import { runFixture } from './run-fixture.ts'

// Most of the time is spent waiting for outages and timeouts, so many fit on two cores.
const lanes = 6

/** Runs only when it is asked for. */
const timed = 'authentication/timing'

/** The named cases that the mutant got past, with what they said. */
async function survived({ id, shapes, killedBy }: Mutant): Promise<readonly string[]> {
  const [shape = 'immediate'] = shapes
  const timing = killedBy.includes(timed)
  const results = await runFixture({ entry: [variantEntry, id], shape, only: killedBy, timing })
  return killedBy
    .filter((wanted) => !results.some((each) => each.id === wanted && each.outcome.verdict === 'fail'))
    .map((wanted) => {
      const seen = results.filter((each) => each.id === wanted).map(({ outcome }) => JSON.stringify(outcome))
      return `${id} survived ${wanted}: ${[...new Set(seen)].join(' ')}`
    })
}

test('every mutant is killed by the very cases it names', async () => {
  const besideOthers = await eachOf(mutants, lanes, async (mutant) => ({ mutant, got: await survived(mutant) }))
  // A race or a measurement may drown in the work of five other runs, so whoever got past is met once more alone.
  const suspects = besideOthers.filter(({ got }) => got.length > 0)
  const alone = await eachOf(suspects, 1, ({ mutant }) => survived(mutant))
  assert.equal(alone.flat(), [])
})

test('every check is shown to fail by at least two mutants', () => {
  const killers = checks.map(({ id }) => ({
    id,
    mutants: mutants.filter(({ killedBy }) => killedBy.some((each) => each.startsWith(`${id}/`))).length,
  }))
  assert.equal(
    killers.filter((each) => each.mutants < 2),
    [],
  )
})

test('mutants name cases that exist', () => {
  const known = new Set(checks.flatMap(({ cases }) => cases.map(({ id }) => id)))
  const named = mutants.flatMap(({ killedBy, alsoAffects }) => [...killedBy, ...alsoAffects])
  assert.equal(
    named.filter((id) => id !== '*' && !known.has(id)),
    [],
  )
})

test.run()
