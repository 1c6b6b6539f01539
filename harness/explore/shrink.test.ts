import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { alphabetOf } from './alphabet.ts'
import { chancyTries, randomSchedules, shrink } from './shrink.ts'
import type { Schedule, Step } from './step.ts'
import type { Trial, Violated } from './trial.ts'

const alphabet = alphabetOf(['process', 'destination'])
const broken = (rule: Violated['rule'], after = 99): Violated => ({
  is: 'violated',
  rule,
  expected: 'one item',
  actual: '2 items',
  after,
})
const sound: Trial = { is: 'sound', effects: [] }
const lost: Step = { do: 'publish', fault: { on: 'write', at: 'applied', act: 'hang' } }
const has = (schedule: Schedule, step: Step): boolean =>
  schedule.some((each) => JSON.stringify(each) === JSON.stringify(step))
const always = (): boolean => true

test('a schedule shrinks to the steps that matter', async () => {
  const schedule: Schedule = [{ do: 'lookup' }, lost, { do: 'both' }, { do: 'restart' }, { do: 'lookup' }]
  const small = await shrink(
    alphabet,
    { schedule, violated: broken('I1') },
    async (each) => (has(each, lost) && has(each, { do: 'restart' }) ? broken('I1') : sound),
    always,
  )
  assert.equal(small.schedule, [lost, { do: 'restart' }])
  assert.ok(small.seenAgain)
})

test('a schedule that breaks another rule is no smaller form of the violation', async () => {
  const schedule: Schedule = [lost, { do: 'publish' }, { do: 'restart' }]
  const small = await shrink(
    alphabet,
    { schedule, violated: broken('I1') },
    async (each) => (each.length === 3 ? broken('I1') : broken('I6')),
    always,
  )
  assert.is(small.schedule.length, 3)
})

test('steps after the one at which it showed are left out', async () => {
  const tried: Schedule[] = []
  await shrink(
    alphabet,
    { schedule: [lost, { do: 'publish' }, { do: 'restart' }], violated: broken('I1', 2) },
    async (each) => {
      tried.push(each)
      return sound
    },
    always,
  )
  assert.equal(tried[0], [lost, { do: 'publish' }])
})

test('what depends on chance is repeated, what does not is not', async () => {
  const tries = async (schedule: Schedule): Promise<number> =>
    (await shrink(alphabet, { schedule, violated: broken('I1') }, async () => sound, always)).tries
  assert.is(await tries([{ do: 'both' }]), chancyTries)
  assert.is(await tries([lost]), 1)
})

test('a violation that shows once and never again stays as it was found', async () => {
  const schedule: Schedule = [lost, { do: 'lookup' }]
  const small = await shrink(alphabet, { schedule, violated: broken('I1') }, async () => sound, always)
  assert.equal(small.schedule, schedule)
  assert.not(small.seenAgain)
})

test('no schedule is tried once the time is over', async () => {
  const small = await shrink(
    alphabet,
    { schedule: [lost], violated: broken('I1') },
    async () => {
      throw new Error('tried')
    },
    () => false,
  )
  assert.is(small.tries, 0)
})

test('random schedules are the same for the same seed, and short', () => {
  const some = randomSchedules(alphabet, 5, 50)
  assert.equal(some, randomSchedules(alphabet, 5, 50))
  assert.not.equal(some, randomSchedules(alphabet, 6, 50))
  assert.ok(some.every(({ length }) => length >= 2 && length <= 7))
})

test.run()
