import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inWords, type Schedule } from '../../harness/explore/index.ts'
import { exploreFixture, type Explored, inLaboratory } from './explore-fixture.ts'

const entry = fileURLToPath(new URL('./explored-connector.test.script.js', import.meta.url))

const connectorThat = (mistake: 'dies' | 'sulks' | 'rewrites'): Explored => ({
  entry: [entry],
  shape: 'immediate',
  env: { MISTAKE: mistake },
  timeScale: 0.05,
})

const lost: Schedule = [{ do: 'publish', fault: { on: 'write', at: 'applied', act: 'reset' } }, { do: 'lookup' }]

test('a connector that dies by itself breaks that rule and no other, and the next schedule finds it alive', async () => {
  await inLaboratory(connectorThat('dies'), async (laboratory) => {
    for (let times = 0; times < 3; times += 1) {
      const trial = await laboratory.try(lost)
      assert.equal([trial.is, 'rule' in trial && trial.rule], ['violated', 'ended'])
      assert.is((await laboratory.try([{ do: 'publish' }])).is, 'sound')
    }
  })
})

test('the death of a connector is found, and shrunk to what brings it about', async () => {
  const { violation } = await exploreFixture(connectorThat('dies'))
  assert.is(violation?.rule, 'ended')
  assert.is(violation?.schedule.length, 1, inWords(violation?.schedule ?? []).join('; '))
  assert.match(violation?.actual ?? '', 'exit code 7')
})

test('a connector that one schedule leaves unready is started anew before the next', async () => {
  await inLaboratory(connectorThat('sulks'), async (laboratory) => {
    for (let times = 0; times < 3; times += 1) assert.is((await laboratory.try(lost)).is, 'sound')
  })
})

test('one that an outage leaves unready for good breaks R5', async () => {
  await inLaboratory(connectorThat('sulks'), async (laboratory) => {
    const trial = await laboratory.try([{ do: 'outage', how: 'hanging' }, { do: 'publish' }, { do: 'heal' }])
    assert.equal([trial.is, 'rule' in trial && trial.rule], ['violated', 'unready'])
    assert.is((await laboratory.try([{ do: 'publish' }])).is, 'sound')
  })
})

test('a second write because a read failed is found among the single disturbances', async () => {
  const { violation, coverage } = await exploreFixture(connectorThat('rewrites'))
  assert.is(coverage.pairs.tried, 0)
  assert.is(violation?.rule, 'I1')
  assert.match(inWords(violation?.schedule ?? []).join('; '), 'the read it makes')
})

test.run()
