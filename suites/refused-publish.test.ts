import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { expectRefusedWithoutTrace } from './refused-publish.ts'

const problem = { title: 'No', status: 422, kind: 'no', outcome: 'rejected' }

/** What becomes of it when requests without a name come like that: with each refusal in turn, and with an accepted publish. */
async function traced(refused: readonly number[], accepted: number): Promise<unknown> {
  let strays = 0
  let refusals = 0
  const connector = {
    operation: () => ({ id: 'pub_1', marker: 'm1', request: {} }),
    async publish() {
      strays += refused[refusals++] ?? 0
      return answerOf(422, problem, '/v1/publishes')
    },
    publishToEnd: async () => void (strays += accepted),
  }
  const destination = { strayWrites: () => strays, expectNothingWritten: async () => undefined }
  // Safe: nothing here uses more of it.
  const context = { connector, destination, profile: {} } as unknown as CaseContext & Pick<Controls, 'destination'>
  return await expectRefusedWithoutTrace(context, () => ({})).catch((thrown: unknown) => thrown)
}

test('a refusal that leaves nothing at the destination is one', async () => {
  assert.is(await traced([0], 0), undefined)
})

test('a request without a name at every refusal is a write', async () => {
  assert.instance(await traced([1, 1], 0), Violation)
})

test('one that came by chance is none', async () => {
  assert.is(await traced([1, 0], 0), undefined)
})

test('where publishing brings about such requests too, nobody can tell', async () => {
  assert.instance(await traced([1, 1], 1), Inconclusive)
})

test.run()
