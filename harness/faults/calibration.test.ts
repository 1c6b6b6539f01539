import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, openGated } from './destination.test.support.ts'
import { openRaw } from './raw-connection.test.support.ts'

const hash = (character: string): string => `${character}0f1e2d3c4b5a697887`.repeat(2)

test('the request after which the number of items rises is the write', async () => {
  await using gated = await openGated({})
  const { gate, destination, events } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await gate.calibrate(
    'op-a',
    async () => {
      await raw.ask('POST', '/drafts', article('marker-a'))
      await raw.ask('POST', '/articles', article('marker-a'))
      await raw.ask('POST', '/drafts', article('marker-a'))
    },
    async () => destination.items.length,
  )
  assert.equal(gate.learned.write, { method: 'POST', path: '/articles' })
  assert.is(gate.learned.writeIsPinned, false)
  assert.equal(
    gate.attempts('op-a').map(({ write, nth }) => [write, nth]),
    [
      [false, 0],
      [true, 1],
      [false, 0],
    ],
  )
  assert.equal(
    events.map(({ type }) => type),
    ['write-began', 'write-received', 'write-applied', 'write-ended'],
  )
})

test('without a count the last marked request that was answered 2xx is the write', async () => {
  await using gated = await openGated({ health: [{ method: 'POST', path: '/healthz' }] })
  const { gate, events } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await gate.calibrate('op-a', async () => {
    await raw.ask('POST', '/drafts', article('marker-a'))
    await raw.ask('POST', '/articles', article('marker-a'))
    await raw.ask('GET', '/articles?q=marker-a')
    await raw.ask('POST', '/articles', article('of somebody else'))
    await raw.ask('POST', '/healthz', article('marker-a'))
  })
  assert.equal(gate.learned.write, { method: 'POST', path: '/articles' })
  assert.ok(events.some(({ type }) => type === 'write-applied'))
})

test('a hashed key in the path of the write becomes a placeholder that later keys match', async () => {
  await using gated = await openGated({})
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  gate.watch('op-b', 'marker-b')
  using raw = await openRaw(gate.url)
  const publish = async (): Promise<void> => {
    await raw.ask('PUT', `/articles/by-key/${hash('a')}`, article('marker-a'))
  }
  await gate.calibrate('op-a', publish, async () => destination.items.length)
  assert.equal(gate.learned.write, { method: 'PUT', path: '/articles/by-key/*' })
  await raw.ask('PUT', `/articles/by-key/${hash('b')}`, article('marker-b'))
  assert.equal(
    gate.attempts('op-b').map(({ nth }) => nth),
    [1],
  )
})

test('a destination that lists late is believed when the count has risen in the end', async () => {
  await using gated = await openGated({})
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  let isDone = false
  const publish = async (): Promise<void> => {
    await raw.ask('POST', '/articles', article('marker-a'))
    isDone = true
  }
  await gate.calibrate('op-a', publish, async () => (isDone ? 1 : 0))
  assert.equal(gate.learned.write, { method: 'POST', path: '/articles' })
})

test('nothing is learned when no item came into being', async () => {
  await using gated = await openGated({})
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await gate.calibrate(
    'op-a',
    async () => void (await raw.ask('POST', '/drafts', article('marker-a'))),
    async () => 0,
  )
  assert.is(gate.learned.write, undefined)
})

test('a count that fails fails the calibration and not the connector', async () => {
  await using gated = await openGated({})
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  let calls = 0
  const count = async (): Promise<number> => {
    if (calls++ > 0) throw new Error('no items query')
    return 0
  }
  const statuses: unknown[] = []
  const publish = async (): Promise<void> => {
    const seen = await raw.ask('POST', '/articles', article('marker-a'))
    statuses.push(seen.kind)
  }
  const outcome = await gate.calibrate('op-a', publish, count).then(
    () => 'done',
    (error: Error) => error.message,
  )
  assert.is(outcome, 'no items query')
  assert.equal(statuses, ['answer'])
})

test('an item made by a request of no operation is blamed on no other one', async () => {
  await using gated = await openGated({})
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  const calibrated = await gate.calibrate(
    'op-a',
    async () => {
      await raw.ask('POST', '/drafts', article('marker-a'))
      await raw.ask('POST', '/release', { body: '{"draft":"d1"}' })
    },
    async () => destination.items.length,
  )
  assert.is(gate.learned.write, undefined)
  assert.equal(gate.learned.unattributed, { method: 'POST', path: '/release' })
  assert.equal(calibrated, {
    own: [{ method: 'POST', path: '/drafts' }],
    others: [{ method: 'POST', path: '/release' }],
  })
})

test('a late listing is no evidence against a marked request when another one came after it', async () => {
  await using gated = await openGated({})
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  let isDone = false
  const publish = async (): Promise<void> => {
    await raw.ask('POST', '/drafts', article('marker-a'))
    await raw.ask('POST', '/release', { body: '{"draft":"d1"}' })
    isDone = true
  }
  await gate.calibrate('op-a', publish, async () => (isDone ? 1 : 0))
  assert.is(gate.learned.write, undefined)
  assert.equal(gate.learned.unattributed, { method: 'POST', path: '/release' })
})

test('a beat of the connector that comes before the item does not hide the write', async () => {
  await using gated = await openGated({})
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await gate.calibrate(
    'op-a',
    async () => {
      await raw.ask('POST', '/drafts', { body: 'a beat' })
      await raw.ask('POST', '/articles', article('marker-a'))
      await raw.ask('POST', '/drafts', { body: 'a beat' })
    },
    async () => destination.items.length,
  )
  assert.equal(gate.learned.write, { method: 'POST', path: '/articles' })
  assert.is(gate.learned.unattributed, undefined)
})

for (const marked of [false, true]) {
  test(`a draft with a short id that is published ${marked ? 'with' : 'without'} the text has one write`, async () => {
    await using gated = await openGated({})
    const { gate, destination } = gated
    gate.watch('op-a', 'marker-a')
    gate.watch('op-b', 'marker-b')
    using raw = await openRaw(gate.url)
    const publish = async (id: string, marker: string): Promise<void> => {
      destination.draft = { body: { draft: id, version: 'd1' } }
      await raw.ask('POST', '/drafts', article(marker))
      await raw.ask('POST', `/drafts/${id}/publish`, marked ? article(marker) : { body: '{}' })
    }
    await gate.calibrate(
      'op-a',
      () => publish('d1', 'marker-a'),
      async () => destination.items.length,
    )
    await publish('d2', 'marker-b')
    assert.equal(gate.learned.write, { method: 'POST', path: '/drafts/*/publish' })
    assert.equal(
      gate.attempts('op-b').map(({ path, nth }) => [path, nth]),
      [
        ['/drafts', 0],
        ['/drafts/d2/publish', 1],
      ],
    )
  })
}

test('a pinned write by a short id belongs to its operation', async () => {
  await using gated = await openGated({ write: { method: 'POST', path: '/drafts/*/publish' } })
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  destination.draft = { body: { draft: 42 } }
  await gate.calibrate('op-a', async () => {
    await raw.ask('POST', '/drafts', article('marker-a'))
    await raw.ask('POST', '/drafts/42/publish')
  })
  assert.is(gate.attempts('op-a')[1]?.nth, 1)
})

test('a pinned write with a placeholder is kept', async () => {
  await using gated = await openGated({ write: { method: 'put', path: '/articles/by-key/*' } })
  const { gate } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  await gate.calibrate('op-a', async () => void (await raw.ask('PUT', '/articles/by-key/x', article('marker-a'))))
  assert.ok(gate.learned.writeIsPinned)
  assert.is(gate.attempts('op-a')[0]?.nth, 1)
})

test.run()
