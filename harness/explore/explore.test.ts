import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { explore } from './explore.ts'
import type { Laboratory } from './laboratory.ts'
import { needsTargetAlone, type Schedule } from './step.ts'
import type { Trial, Violated } from './trial.ts'

const sound: Trial = { is: 'sound', effects: [] }
const broken: Violated = { is: 'violated', rule: 'I1', expected: 'one item', actual: '2 items', after: 1 }

/** A laboratory in which nothing happens but what `attempt` says; notes how many were at work. */
function laboratoryOf(attempt: (schedule: Schedule, busy: number) => Promise<Trial>, more: Partial<Laboratory> = {}) {
  const tried: Schedule[] = []
  let busy = 0
  const laboratory: Laboratory = {
    controls: ['process', 'destination'],
    missing: [],
    profile: 'note.short',
    together: true,
    async try(schedule) {
      tried.push(schedule)
      busy += 1
      try {
        // Those that are started at the same time all come to be at work.
        await new Promise((resolve) => setImmediate(resolve))
        return await attempt(schedule, busy)
      } finally {
        busy -= 1
      }
    },
    late: async () => undefined,
    ...more,
  }
  return { laboratory, tried }
}

const bounds = { seed: 1, withinMs: 60_000, signal: new AbortController().signal }

test('single disturbances come first, then pairs, then random schedules', async () => {
  const { laboratory } = laboratoryOf(async () => sound)
  const { coverage, violation } = await explore({ ...bounds, laboratory, runs: 6_000 })
  assert.is(coverage.singles.tried, coverage.singles.legal)
  assert.is(coverage.singles.observed, coverage.singles.legal)
  assert.is(coverage.pairs.observed, coverage.pairs.legal)
  assert.is(coverage.random, 6_000 - coverage.singles.legal - coverage.pairs.legal)
  assert.is(violation, undefined)
})

test('a schedule that restarts the connector or changes the destination is alone', async () => {
  let most = 0
  const { laboratory } = laboratoryOf(async (schedule, busy) => {
    if (needsTargetAlone(schedule)) assert.is(busy, 1)
    most = Math.max(most, busy)
    return sound
  })
  await explore({ ...bounds, laboratory, runs: 200 })
  assert.ok(most > 1)
})

test('where the connector works on one operation at a time, so do we', async () => {
  const { laboratory } = laboratoryOf(
    async (_, busy) => {
      assert.is(busy, 1)
      return sound
    },
    { together: false },
  )
  await explore({ ...bounds, laboratory, runs: 100 })
})

test('a violation ends the search, and is shrunk', async () => {
  const { laboratory } = laboratoryOf(async (schedule) =>
    schedule.some((step) => step.do === 'crash') ? broken : sound,
  )
  const { violation } = await explore({ ...bounds, laboratory })
  assert.equal(violation?.schedule, [{ do: 'crash', at: 'received' }])
  assert.is(violation?.rule, 'I1')
  assert.ok(violation?.seenAgain)
})

test('what shows only beside other operations is inconclusive, and the search goes on', async () => {
  const { laboratory } = laboratoryOf(async (_, busy) => (busy > 1 ? broken : sound))
  const { coverage, violation } = await explore({ ...bounds, laboratory, runs: 140 })
  assert.is(violation, undefined)
  assert.ok(coverage.doubts > 0)
  assert.is(coverage.inconclusive, coverage.doubts)
  assert.match(coverage.unobserved[0]?.reason ?? '', 'beside other operations')
})

test('a doubt leaves none of the single disturbances out', async () => {
  let doubted = false
  const { laboratory } = laboratoryOf(async (_, busy) => {
    const isFirst = busy > 1 && !doubted
    doubted ||= isFirst
    return isFirst ? broken : sound
  })
  const { coverage, complete } = await explore({ ...bounds, laboratory, runs: 1_000 })
  assert.is(coverage.doubts, 1)
  assert.is(coverage.singles.tried, coverage.singles.legal)
  assert.ok(complete)
})

test('of several violations at the same time one that shows alone is found, whichever came first', async () => {
  const isReal = (schedule: Schedule): boolean => schedule.some(({ do: what }) => what === 'abort')
  const { laboratory } = laboratoryOf(async (schedule, busy) => (isReal(schedule) || busy > 1 ? broken : sound))
  const { violation } = await explore({ ...bounds, laboratory })
  assert.ok(violation && isReal(violation.schedule))
})

test('a combination counts only when all of it struck, a random schedule when what came first did', async () => {
  const missing = laboratoryOf(async (schedule) => ({
    is: 'sound',
    effects: schedule.map((_, index) => (index === 0 ? 'struck' : 'missed')),
  }))
  const { coverage } = await explore({ ...bounds, laboratory: missing.laboratory, runs: 500 })
  assert.equal([coverage.singles.observed, coverage.pairs.observed, coverage.sound], [0, 0, 0])
  assert.is(coverage.singles.vacuous, coverage.singles.legal)
  assert.is(coverage.vacuous, 500)
  assert.ok(coverage.blind.includes('write applied reset'))
  // That the connector does not read is its right.
  assert.is(
    coverage.blind.find((name) => name.includes('read')),
    undefined,
  )
  const random = await explore({ ...bounds, laboratory: missing.laboratory, runs: 50, from: 'random' })
  assert.equal([random.coverage.random, random.coverage.sound], [50, 50])
})

test('a fault that finds no read in one order of inspection is not tried in the others', async () => {
  const reads = (schedule: Schedule): boolean => schedule.some((step) => 'fault' in step && step.fault?.on === 'read')
  const { laboratory, tried } = laboratoryOf(
    async (schedule) => ({
      is: 'sound',
      effects: schedule.map((step) => ('fault' in step && step.fault?.on === 'read' ? 'missed' : 'struck')),
    }),
    { together: false },
  )
  const { coverage, complete } = await explore({ ...bounds, laboratory, runs: 201 })
  assert.ok(complete)
  assert.is(tried.filter(reads).length * 3, coverage.singles.vacuous)
  assert.is(coverage.singles.tried, coverage.singles.legal)
  assert.equal(coverage.blind, [])
})

test('the time may be over before every single disturbance was tried', async () => {
  const { laboratory } = laboratoryOf(async () => sound)
  assert.not((await explore({ ...bounds, laboratory, withinMs: 0 })).complete)
  assert.ok((await explore({ ...bounds, laboratory, runs: 10 })).complete)
})

test('what cannot be looked at once more is told', async () => {
  const { laboratory } = laboratoryOf(async () => sound, { late: async () => ({ unjudged: 'the witness is gone' }) })
  assert.is((await explore({ ...bounds, laboratory, runs: 3 })).unjudged, 'the witness is gone')
})

test('what shows late is found in the end', async () => {
  const schedule: Schedule = [{ do: 'publish' }]
  const { laboratory } = laboratoryOf(async () => sound, { late: async () => ({ schedule, trial: broken }) })
  const { violation } = await explore({ ...bounds, laboratory, runs: 3 })
  assert.equal(violation?.schedule, schedule)
  assert.not(violation?.seenAgain)
})

test('what is inconclusive is tried once more, and counts only when it is again', async () => {
  const seen = new Set<string>()
  const { laboratory } = laboratoryOf(async (schedule) => {
    const isNew = !seen.has(JSON.stringify(schedule))
    seen.add(JSON.stringify(schedule))
    return isNew ? { is: 'inconclusive', reason: 'busy' } : sound
  })
  const { coverage } = await explore({ ...bounds, laboratory, runs: 20 })
  assert.equal([coverage.sound, coverage.inconclusive], [20, 0])
  const never = laboratoryOf(async () => ({ is: 'inconclusive', reason: 'no witness' }))
  const again = await explore({ ...bounds, laboratory: never.laboratory, runs: 20 })
  assert.equal([again.coverage.sound, again.coverage.inconclusive], [0, 20])
  assert.is(never.tried.length, 40)
  assert.is(again.coverage.unobserved[0]?.reason, 'no witness')
})

test('a mistake of the harness ends it, and is no violation', async () => {
  const { laboratory, tried } = laboratoryOf(async () => ({ is: 'error', reason: 'TypeError' }), { together: false })
  const { error, violation } = await explore({ ...bounds, laboratory })
  assert.is(error, 'TypeError')
  assert.is(violation, undefined)
  assert.is(tried.length, 1)
})

test('what was under way when it was stopped counts for nothing', async () => {
  const stop = new AbortController()
  const { laboratory } = laboratoryOf(
    async () => {
      stop.abort()
      return broken
    },
    { together: false },
  )
  const { violation, stopped, coverage } = await explore({ ...bounds, laboratory, signal: stop.signal })
  assert.is(violation, undefined)
  assert.ok(stopped)
  assert.is(coverage.tried, 0)
})

test.run()
