import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createRevival } from './revival.ts'

/** A connector that is ready or not, and what happened in order. */
function connectorThat(startsReady: boolean, comesBack = true) {
  const happened: string[] = []
  let ready = startsReady
  const revival = createRevival({
    isReady: async () => ready,
    async revived() {
      happened.push('revived')
      ready = comesBack
      return ready
    },
  })
  const work = (name: string, until: Promise<void> = Promise.resolve()) =>
    revival(
      async () => {
        happened.push(`${name} begins`)
        await until
        happened.push(`${name} ends`)
        return 'done'
      },
      () => 'hopeless',
    )
  return { happened, work, hang: () => void (ready = false) }
}

/** Everything that needs nothing but turns of the event loop has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('work on a ready connector begins at once', async () => {
  const { happened, work } = connectorThat(true)
  assert.is(await work('one'), 'done')
  assert.equal(happened, ['one begins', 'one ends'])
})

test('a connector that hangs is revived once for all, and not while anything goes on', async () => {
  const { happened, work, hang } = connectorThat(true)
  let end = (): void => undefined
  const first = work('first', new Promise((resolve) => (end = resolve)))
  await settled()
  hang()
  const others = [work('second'), work('third')]
  await settled()
  assert.equal(happened, ['first begins'])
  end()
  await Promise.all([first, ...others])
  assert.equal(happened.slice(0, 3), ['first begins', 'first ends', 'revived'])
  assert.is(happened.filter((each) => each === 'revived').length, 1)
  assert.ok(happened.includes('third ends'))
})

test('on one that cannot be revived nothing is tried', async () => {
  const { happened, work } = connectorThat(false, false)
  assert.is(await work('one'), 'hopeless')
  assert.equal(happened, ['revived'])
})

test('work that fails keeps nobody waiting', async () => {
  const revival = createRevival({ isReady: async () => true, revived: async () => true })
  const failing = revival(
    async () => {
      throw new Error('ours')
    },
    () => undefined,
  )
  assert.is(await failing.catch((thrown: Error) => thrown.message), 'ours')
  assert.is(
    await revival(
      async () => 'after',
      () => '',
    ),
    'after',
  )
})

test.run()
