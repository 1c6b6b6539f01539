import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Batch, type Case, caseDefiner } from '../checks/define.ts'
import type { Outcome } from '../checks/verdict.ts'
import { batches, type Placed, type Report, together } from './batch.ts'
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
const unseen: Outcome = { verdict: 'inconclusive', reason: 'it did not strike' }

/** Runs a batch of one whose outcome in company and alone are given; the outcome reported, and how often it ran. */
async function attributed(
  inCompany: Outcome,
  alone: Outcome,
): Promise<{ readonly outcome: Outcome | undefined; readonly runs: number }> {
  let runs = 0
  const session = {
    run: async () => (runs++ === 0 ? inCompany : alone),
    endedByItself: async () => undefined,
  } as unknown as Session
  let outcome: Outcome | undefined
  const report: Report = { began: () => undefined, ended: (_, __, reported) => (outcome = reported) }
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

test('a failure that only shows in company neither blames nor passes', async () => {
  const { outcome } = await attributed(fail, pass)
  assert.is(outcome?.verdict, 'inconclusive')
})

test.run()
