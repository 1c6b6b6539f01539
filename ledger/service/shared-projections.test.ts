import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Projection, Readiness } from '../readiness/index.ts'
import { sharedProjections } from './shared-projections.ts'

/** Readiness of which each projection is done when it is told to be. */
function byHand(): { readonly shared: Readiness; readonly done: (() => void)[]; readonly failed: (() => void)[] } {
  const done: (() => void)[] = []
  const failed: (() => void)[] = []
  const project = (): Promise<Projection> =>
    new Promise((resolve, reject) => {
      const providers = [done.length] as unknown as Projection['providers']
      done.push(() => resolve({ providers }))
      failed.push(() => reject(new Error('no')))
    })
  return { shared: sharedProjections({ project } as unknown as Readiness), done, failed }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('whoever asks while a projection is made shares the next one, which began after they asked', async () => {
  const { shared, done } = byHand()
  const first = shared.project()
  const others = [shared.project(), shared.project(), shared.project()]
  assert.is(done.length, 1)
  done[0]?.()
  await settled()
  assert.is(done.length, 2)
  const late = shared.project()
  done[1]?.()
  await settled()
  done[2]?.()
  const all = (await Promise.all([first, ...others, late])).map(({ providers }) => providers[0])
  assert.equal(all, [0, 1, 1, 1, 2] as unknown as typeof all)
})

test('a workspace does not wait for another, and a failure reaches only those who shared it', async () => {
  const { shared, done, failed } = byHand()
  const one = shared.project({ workspaceId: 'a' })
  const two = shared.project({ workspaceId: 'b' })
  const after = shared.project({ workspaceId: 'a' })
  assert.is(done.length, 2)
  failed[0]?.()
  assert.is(
    await one.then(
      () => 'made',
      () => 'failed',
    ),
    'failed',
  )
  done[1]?.()
  await two
  done[2]?.()
  await after
  void shared.project({ workspaceId: 'a' })
  assert.is(done.length, 4)
})

test.run()
