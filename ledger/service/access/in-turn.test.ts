import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ServiceProblem } from '../problem.ts'
import { inTurn } from './in-turn.ts'

test('a few at once, some wait in order, and nobody else may; a failure frees its place', async () => {
  const enter = inTurn(2, 3)
  const began: number[] = []
  const ends: (() => void)[] = []
  const work = (at: number): Promise<number> =>
    enter(
      () =>
        new Promise((resolve, reject) => {
          began.push(at)
          ends[at] = () => (at === 0 ? reject(new Error('no')) : resolve(at))
        }),
    )
  const all = Array.from({ length: 6 }, (_, at) => work(at).catch((error: unknown) => error))
  assert.equal(began, [0, 1])
  assert.instance(await all[5], ServiceProblem)
  for (const at of [0, 1, 2, 3, 4]) {
    while (ends[at] === undefined) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(began.length - at <= 2)
    ends[at]()
    await all[at]
  }
  assert.equal(began, [0, 1, 2, 3, 4])
  const again = work(1)
  ends[1]?.()
  assert.is(await again, 1)
})

test.run()
