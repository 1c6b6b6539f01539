import { argv, stdout } from 'node:process'
import { runFixture } from '../bin/proof/run-fixture.ts'
import { variantEntry } from '../fixtures/index.ts'
import { eachOf } from '../harness/checks/poll.ts'

/*
 * How often a burst of 32 catches a connector whose race between check and reservation is open for one turn of its event
 * loop. `node dist/bench/race.js [RUNS]`
 */

const [runs = 40] = argv.slice(2).map(Number)
const mutant = 'concurrency-race'

const verdicts = await eachOf(
  Array.from({ length: runs }, (_, nth) => nth),
  2,
  async (seed) => {
    const [result] = await runFixture({
      entry: [variantEntry, mutant],
      shape: 'immediate',
      only: ['concurrency/burst-32'],
      seed,
    })
    return result?.outcome.verdict
  },
)
const caught = verdicts.filter((verdict) => verdict === 'fail').length
stdout.write(`${mutant}: burst-32 caught it in ${caught} of ${runs} runs\n`)
