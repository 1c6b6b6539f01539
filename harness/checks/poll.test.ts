import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, eachOf, within } from './poll.ts'

const { signal } = new AbortController()
const never = new Promise<never>(() => undefined)

test('asking ends at the first answer', async () => {
  let asked = 0
  assert.is(await ask(async () => (++asked === 3 ? 'here' : undefined), { withinMs: 5_000, signal }), 'here')
  assert.is(asked, 3)
})

test('asking once is the least, and the bound ends it', async () => {
  let asked = 0
  assert.is(await ask(async () => void ++asked, { withinMs: 0, signal }), undefined)
  assert.is(asked, 1)
})

test('what the probe throws ends the asking', async () => {
  const failing = ask(() => Promise.reject(new TypeError('broken')), { withinMs: 5_000, signal })
  assert.instance(await failing.catch((thrown: unknown) => thrown), TypeError)
})

test('an aborted signal ends a pause', async () => {
  const stopping = new AbortController()
  const asking = ask(async () => undefined, { withinMs: 60_000, slowestMs: 60_000, signal: stopping.signal })
  stopping.abort()
  assert.is(((await asking.catch((thrown: unknown) => thrown)) as Error).name, 'AbortError')
})

test('an event within its bound is given, and one that never comes is undefined', async () => {
  assert.is(await within(Promise.resolve('event'), 5_000, signal), 'event')
  assert.is(await within(never, 1, signal), undefined)
})

test('waiting leaves nothing behind at the signal', async () => {
  for (let round = 0; round < 20; round += 1) await within(Promise.resolve(round), 60_000, signal)
  assert.equal(getEventListeners(signal, 'abort'), [])
})

test('work keeps its order and its bound', async () => {
  let running = 0
  let most = 0
  const results = await eachOf([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, (running += 1))
    await turn()
    running -= 1
    return item * 10
  })
  assert.equal(results, [10, 20, 30, 40, 50])
  assert.is(most, 2)
})

test.run()
