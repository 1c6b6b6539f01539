import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry, variantEntry } from '../../fixtures/index.ts'
import { inWords } from '../../harness/explore/index.ts'
import { WitnessError } from '../../harness/target/index.ts'
import { exploreFixture, inLaboratory } from './explore-fixture.ts'

// More of them: `explorer-table.ts`, whose figures are in docs/explore.md.

const planted = [
  {
    id: 'lost-answer-retry-reset',
    rule: 'I1',
    words: ['publish; its write is carried out, but the connection is reset'],
  },
  { id: 'concurrency-no-reservation-check', rule: 'I1' },
  { id: 'unknown-absent-rejected', rule: undefined },
] as const

for (const { id, rule, ...more } of planted) {
  test(`${id} is found and shrunk to at most four steps`, async () => {
    const { violation } = await exploreFixture({ entry: [variantEntry, id], shape: 'immediate' })
    assert.ok(violation?.seenAgain)
    assert.ok(violation.schedule.length <= 4, inWords(violation.schedule).join('; '))
    if (rule !== undefined) assert.is(violation.rule, rule)
    if ('words' in more) assert.equal(inWords(violation.schedule), more.words)
  })
}

test('what cannot be counted once more in the end is not passed over', async () => {
  await inLaboratory({ entry: [referenceConnectorEntry], shape: 'immediate' }, async (laboratory, target) => {
    for (let times = 0; times < 2; times += 1) assert.is((await laboratory.try([{ do: 'publish' }])).is, 'sound')
    assert.is(await laboratory.late(), undefined)
    const gone = async (): Promise<never> => {
      throw new WitnessError('the items cannot be listed any more')
    }
    Object.assign(target.destination?.witness ?? {}, { count: gone })
    const late = await laboratory.late()
    assert.equal(late, { unjudged: '2 of 2 operations: the items cannot be listed any more' })
  })
})

test('an exploration that is stopped decides nothing and ends', async () => {
  const stop = new AbortController()
  const exploration = await exploreFixture({
    entry: [referenceConnectorEntry],
    shape: 'immediate',
    signal: stop.signal,
    told: () => stop.abort(),
  })
  assert.ok(exploration.stopped)
  assert.is(exploration.violation, undefined)
})

test.run()
