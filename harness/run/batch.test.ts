import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Batch, type Case, caseDefiner } from '../checks/define.ts'
import type { Outcome } from '../checks/verdict.ts'
import { alone, batches, type Placed, type Report, together } from './batch.ts'
import { createMeeting } from './meeting.ts'
import type { Instance, Session } from './session.ts'

const defineCase = caseDefiner<'1.1'>()
const fake = (id: `${string}/${string}`, batch?: Batch): Case =>
  defineCase({
    id,
    title: 'is fake',
    requirements: ['1.1'],
    run: async () => undefined,
    ...(batch === undefined ? {} : { batch }),
  })
const instance = (subject: Case): Instance => ({ subject, profile: undefined })

const pass: Outcome = { verdict: 'pass' }
const fail: Outcome = { verdict: 'fail', expected: 'one item', actual: 'two' }
const inapplicable: Outcome = { verdict: 'inapplicable', clause: 'R23c' }
const unseen: Outcome = { verdict: 'inconclusive', reason: 'it did not strike' }

/** What a report does beside taking outcomes. */
const counts: Pick<Report, 'began' | 'isMust'> = {
  began: () => undefined,
  isMust: ({ subject }) => !subject.id.endsWith('should'),
}

/** Runs a batch of one whose outcome in company and alone are given; the outcome reported, and how often it ran. */
async function attributed(
  inCompany: Outcome,
  alone: Outcome,
  later: Outcome = alone,
  reusesConnections = false,
): Promise<{ readonly outcome: Outcome | undefined; readonly runs: number }> {
  let runs = 0
  const session = {
    run: async () => (runs++ === 0 ? inCompany : alone),
    settled: async () => later,
    endedByItself: async () => undefined,
    reusesConnections,
  } as unknown as Session
  let outcome: Outcome | undefined
  const report: Report = { ...counts, ended: (_, __, reported) => (outcome = reported) }
  const batch: readonly Placed[] = [[0, instance(fake('a/loss', 'loss'))]]
  await together(session, batch, report, new AbortController().signal)
  return { outcome, runs }
}

test('neighbours of one batch run together, everything else alone', () => {
  const planned = [fake('a/one'), fake('a/two', 'loss'), fake('b/three', 'loss'), fake('b/four', 'restart')].map(
    instance,
  )
  const sizes = batches(planned, true).map((batch) => batch.length)
  assert.equal(sizes, [1, 2, 1])
})

test('what is to be apart joins no batch, and no batch joins it', () => {
  const planned = ['a', 'b', 'c', 'd', 'e'].map((name) => instance(fake(`a/${name}`, 'loss')))
  const sizes = batches(planned, true, (index) => index === 0 || index === 3).map((batch) => batch.length)
  assert.equal(sizes, [1, 2, 1, 1])
})

test('nothing runs together on a connector that cannot', () => {
  const planned = [fake('a/two', 'loss'), fake('b/three', 'loss')].map(instance)
  assert.equal(
    batches(planned, false).map((batch) => batch.length),
    [1, 1],
  )
})

test('what passes in company is not run again', async () => {
  assert.equal(await attributed(pass, fail), { outcome: pass, runs: 1 })
})

test('what fails in company and alone has failed', async () => {
  assert.equal(await attributed(fail, fail), { outcome: fail, runs: 2 })
})

test('what could not be seen in company is what it is alone', async () => {
  assert.equal(await attributed(unseen, pass), { outcome: pass, runs: 2 })
})

test('a failure in company that shows only later when alone is a failure', async () => {
  const { outcome } = await attributed(fail, pass, fail)
  assert.equal(outcome, fail)
})

test('a failure that only shows in company neither blames nor passes', async () => {
  const { outcome } = await attributed(fail, pass)
  assert.is(outcome?.verdict, 'inconclusive')
})

test('a failure in company of what does not apply alone is not forgotten', async () => {
  const { outcome } = await attributed(fail, inapplicable)
  assert.is(outcome?.verdict, 'inconclusive')
})

test('what does not apply in company is tried alone where a connection may be reused', async () => {
  assert.equal(await attributed(inapplicable, fail, fail, true), { outcome: fail, runs: 2 })
  assert.equal(await attributed(inapplicable, fail), { outcome: inapplicable, runs: 1 })
})

/** Outcomes of three cases, the last of level should, during which the connector ended by itself; alone they are `byItself`. */
async function diedIn(byItself: Outcome): Promise<readonly Outcome[]> {
  const deaths = [died]
  const session = {
    run: async () => byItself,
    settled: async (_: number, outcome: Outcome) => outcome,
    endedByItself: async () => deaths.pop(),
  } as unknown as Session
  const batch = ['a/one', 'a/two', 'a/should'].map((id, index): Placed => [
    index,
    instance(fake(id as 'a/one', 'loss')),
  ])
  const outcomes: Outcome[] = []
  await together(
    session,
    batch,
    { ...counts, ended: (_, __, each) => void outcomes.push(each) },
    new AbortController().signal,
  )
  return outcomes
}

const died: Outcome = { verdict: 'fail', expected: 'a connector process that goes on serving', actual: 'it ended' }

test('an end that nobody brings about alone is laid to a case that counts', async () => {
  const [first, second, third] = await diedIn(pass)
  assert.equal([first, third], [pass, pass])
  assert.is(second?.verdict, 'fail')
  assert.match(second?.verdict === 'fail' ? second.actual : '', 'it ended while 3 cases ran')
})

test('an end that a case brings about again is its own', async () => {
  assert.equal(await diedIn(fail), [fail, fail, fail])
})

/** Outcomes of a batch of twelve on a connector that takes four at once and answers 429 to more. */
async function metBy(turnsAway: boolean, batch: Batch): Promise<{ readonly runs: number; readonly most: number }> {
  let active = 0
  let most = 0
  let runs = 0
  const session = {
    turnsAway,
    async run() {
      runs += 1
      active += 1
      if (runs > 12) most = Math.max(most, active)
      const outcome = active > 4 ? unseen : pass
      await new Promise((resolve) => setImmediate(resolve))
      active -= 1
      return outcome
    },
    settled: async (_: number, outcome: Outcome) => outcome,
    endedByItself: async () => undefined,
  } as unknown as Session
  const all = Array.from({ length: 12 }, (_, index): Placed => [index, instance(fake(`a/${index}`, batch))])
  const verdicts: string[] = []
  const report: Report = { ...counts, ended: (_, __, { verdict }) => void verdicts.push(verdict) }
  await together(session, all, report, new AbortController().signal)
  assert.equal(verdicts, Array<string>(12).fill('pass'))
  return { runs, most }
}

test('a connector that turns calls away is met again by a few cases at once', async () => {
  assert.equal(await metBy(true, 'loss'), { runs: 20, most: 3 })
})

test('one that turns nobody away is met again by one case at a time', async () => {
  assert.equal(await metBy(false, 'loss'), { runs: 20, most: 1 })
})

test('cases that change the target together are never met again a few at once', async () => {
  assert.equal(await metBy(true, 'restart'), { runs: 20, most: 1 })
})

/** A connector that stays unready after its first outage until it is started anew. */
function neverRecovering(): Session {
  let ready = true
  return {
    async run() {
      const before = ready
      ready = false
      return before ? fail : unseen
    },
    readyAgain: async () => void (ready = true),
    settled: async (_: number, outcome: Outcome) => outcome,
    endedByItself: async () => undefined,
  } as unknown as Session
}

for (const [words, run] of [
  [
    'in a batch',
    (...[session, placed, report]: Parameters<typeof alone>) =>
      together(session, placed, report, new AbortController().signal),
  ],
  ['alone', alone],
] as const) {
  test(`each case of an outage finds a connector that is ready again, ${words}`, async () => {
    const placed = ['a/one', 'a/two'].map((id, index): Placed => [
      index,
      instance(fake(id as 'a/one', 'outage-refused')),
    ])
    const outcomes: Outcome[] = []
    const report: Report = { ...counts, ended: (_, __, outcome) => void outcomes.push(outcome) }
    const session = neverRecovering()
    await run(session, placed, report)
    assert.equal(outcomes, [fail, fail])
    const [first] = placed
    assert.is(first && (await session.run(first[1], 0, createMeeting(1))), fail, 'and so does what comes after them')
  })
}

test('no connector is started anew for a case that is about no outage', async () => {
  const session = { ...neverRecovering(), readyAgain: () => Promise.reject(new Error('started anew')) }
  const report: Report = { ...counts, ended: () => undefined }
  await alone(session, [[0, instance(fake('a/loss', 'loss'))]], report)
})

test.run()
