import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keyOf, samples, timeAt } from './sample-bodies.test.support.ts'
import { freshFile } from './sqlite/fresh-file.test.support.ts'
import { evidenceFor } from './supersession.ts'

test('a subject without a run has no evidence, and one with failures only has failed', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(1)
  const key = keyOf(sample.subject())
  assert.equal(await evidenceFor(store, key), { state: 'missing' })
  await store.append([sample.run({ result: 'failed' }), sample.run({ result: 'failed' })])
  const found = await evidenceFor(store, key)
  assert.is(found.state, 'failed')
  assert.is(found.state === 'failed' && found.run.seq, 2)
})

interface Sketch {
  readonly failed: boolean
  readonly minutes: number
}

test('the pass appended last counts unless a failure was appended later or tested no earlier', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(2)
  const runs = fc.array(fc.record({ failed: fc.boolean(), minutes: fc.integer({ min: 0, max: 9 }) }), { maxLength: 6 })
  let subjects = 0
  await fc.assert(
    fc.asyncProperty(runs, async (sketches) => {
      const subject = sample.subject({ output_profile: `profile.${(subjects += 1)}` })
      const appended = await store.append(
        sketches.map(({ failed, minutes }) =>
          sample.run({ subject, testedAt: timeAt(minutes), result: failed ? 'failed' : 'passed' }),
        ),
      )
      const first = appended[0]?.seq ?? 0
      const found = await evidenceFor(store, keyOf(subject))
      const index = found.state === 'missing' ? -1 : found.run.seq - first
      assert.equal({ state: found.state, index }, expected(sketches))
    }),
    { numRuns: 60, seed: 5 },
  )
})

/** The rule in other words, over all runs. */
function expected(sketches: readonly Sketch[]): { readonly state: string; readonly index: number } {
  const index = sketches.findLastIndex(({ failed }) => !failed)
  const pass = sketches[index]
  if (!pass) return { state: sketches.length === 0 ? 'missing' : 'failed', index: sketches.length - 1 }
  const isSuperseded = sketches.some(({ failed, minutes }, at) => failed && (at > index || minutes >= pass.minutes))
  return { state: isSuperseded ? 'superseded' : 'passed', index }
}

test.run()
