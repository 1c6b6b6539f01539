import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Schedule, Trial } from '../harness/explore/index.ts'
import type { FailedSchedule } from './case-file.ts'
import { replayIn } from './replay-schedule.ts'
import type { Replayed } from './replay-verdict.ts'

const sound: Trial = { is: 'sound', effects: [] }
const unseen: Trial = { is: 'inconclusive', reason: 'nothing to disturb' }
const broken = (rule: 'I1' | 'I7'): Trial => ({
  is: 'violated',
  rule,
  expected: 'one item',
  actual: '2 items',
  after: 1,
})

const race: Schedule = [{ do: 'burst', publishes: 2, lookups: 0 }]
const steady: Schedule = [{ do: 'publish' }, { do: 'restart' }]

const recorded = (steps: Schedule): FailedSchedule => ({
  schema: 'touchstone-case/1',
  kind: 'schedule',
  rule: 'I1',
  seed: 1,
  harness: '0.0.1',
  connector: 'http://127.0.0.1:1',
  steps,
  words: [],
  after: 1,
  expected: 'one item',
  actual: '2 items',
  found: { schedules: 1, steps, seen_again: true },
  replay: '',
})

/** A laboratory in which the trials come out so, the last of them again and again. */
async function replayed(steps: Schedule, trials: readonly Trial[]): Promise<Replayed & { readonly made: number }> {
  let made = 0
  const laboratory = {
    missing: [],
    try: async () => trials[Math.min(made++, trials.length - 1)] ?? sound,
    late: async () => undefined,
  }
  return { ...(await replayIn(laboratory, recorded(steps), new AbortController().signal)), made }
}

test('a race is tried ten times before it is fixed, what leaves nothing to chance a few times', async () => {
  assert.equal(await replayed(race, [sound]), { verdict: 'fixed', tries: 10, how: '', made: 10 })
  assert.equal(await replayed(steady, [sound]), { verdict: 'fixed', tries: 3, how: '', made: 3 })
})

test('what is sound once and cannot be observed otherwise is not fixed', async () => {
  const { verdict, made } = await replayed(race, [...Array.from({ length: 18 }, () => unseen), sound])
  assert.equal([verdict, made], ['error', 19])
})

test('a try that could not be observed is made once more, and counts only when it cannot be again', async () => {
  assert.is((await replayed(steady, [unseen, sound])).verdict, 'fixed')
})

test('a violation of another rule does not end the tries, and is not the recorded one', async () => {
  assert.is((await replayed(race, [broken('I7'), sound])).verdict, 'error')
  assert.is((await replayed(race, [broken('I7'), sound, broken('I1')])).verdict, 'failed')
})

test.run()
