import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { boundsAt } from '../harness/checks/bounds.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { createObservations } from '../harness/checks/observations.ts'
import { Violation } from '../harness/checks/verdict.ts'
import { checks } from './index.ts'

const id = `pub_abcdef-m${'x'.repeat(50)}`
const path = `/v1/operations/${id}`

/** What a case says about a run in which the operation was looked up once, with this answer. */
async function saidOf(caseId: string, millis: number): Promise<Violation> {
  const observations = createObservations()
  const answer = answerOf(200, { status: 'published', external_id: '1' }, path)
  observations.record({ ...answer, asked: { method: 'GET', path }, millis })
  const connector = { operation: () => ({}), publishAccepted: async () => undefined }
  const context = { connector, profile: {}, bounds: boundsAt(1), observations }
  const subject = checks.flatMap(({ cases }) => cases).find((each) => each.id === caseId)
  try {
    // Safe: the case uses no more of it.
    await subject?.run(context as unknown as CaseContext & Controls)
  } catch (thrown) {
    if (thrown instanceof Violation) return thrown
    throw thrown
  }
  throw new Error(`${caseId} has nothing to complain about`)
}

test('a time that is over its bound by a fraction of a second reads like that, with the whole operation id', async () => {
  const { expected, actual } = await saidOf('protocol/time-prompt', 20_400)
  assert.is(expected, `an answer from GET ${path} within 20 s`)
  assert.is(actual, 'one after 20.4 s')
  assert.is((await saidOf('protocol/time-bounds', 60_000.4)).actual, 'one after 60.001 s')
})

test.run()
