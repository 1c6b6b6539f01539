import { statSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FenceError, openFence } from './fence.ts'
import type { Note } from './operation.ts'
import { makeRendition, type Rendition } from './rendition.ts'
import { folder } from './scripted-connector.test.support.ts'
import type { Pending, Published, Rejected } from './word.ts'

const bound = { workspaceId: 'w-1', connectionRef: 'conn-1', accountId: 'acct-1', capabilityRevision: 'r-1' }

const make = (content: string, revision = 'r-1'): Rendition =>
  makeRendition({ renditionId: 'n-1', outputProfile: 'text.post', content, settings: {} }, bound, revision)

const rendition = make('hello')
const id = rendition.request.operation_id

const result: Published = { is: 'published', externalId: 'ext-1', externalUrl: 'https://example.org/1' }
const refusal: Rejected = { is: 'rejected', status: 422, kind: 'k' }
const waiting: Pending = { is: 'pending', providerReference: 'ref-1', pollAfterMs: 1000 }
const entered: Note = { is: 'entered', publishes: 1 }
const cleared: Note = { is: 'cleared', publishes: 1 }

const isFenceError = (error: unknown): boolean => error instanceof FenceError

/** Notes, and what whoever opens the fence next finds. */
const tales: readonly (readonly [notes: readonly Note[], found: object])[] = [
  [[], { is: 'prepared', publishes: 0, turnedAway: false }],
  [[entered], { is: 'unknown', publishes: 1, turnedAway: false, asked: 0 }],
  [[entered, cleared], { is: 'prepared', publishes: 1, turnedAway: false }],
  [[entered, cleared, { is: 'entered', publishes: 2 }], { is: 'unknown', publishes: 2, turnedAway: false, asked: 0 }],
  [[entered, waiting], { ...waiting, publishes: 1 }],
  [[entered, waiting, waiting], { ...waiting, publishes: 1 }],
  [[entered, waiting, { is: 'published', result }], { is: 'published', publishes: 1, result }],
  [[entered, { is: 'published', result }], { is: 'published', publishes: 1, result }],
  [[entered, { is: 'rejected', refusal }], { is: 'rejected', publishes: 1, refusal }],
]

test('what was recorded is what the next one finds, and one that entered without a result is unknown', async () => {
  for (const [notes, found] of tales) {
    await using place = await folder()
    {
      using fence = openFence(place.file)
      fence.prepare(rendition)
      for (const note of notes) fence.record(id, note)
    }
    using again = openFence(place.file)
    assert.equal(again.find(id), { rendition, operation: found })
    const is = again.find(id)?.operation.is
    assert.equal(again.unsettled(), is === 'unknown' || is === 'pending' ? [id] : [])
  }
})

test('a note that is not true where the operation stands is refused and changes nothing', async () => {
  const untrue: readonly (readonly [before: readonly Note[], note: Note])[] = [
    [[], cleared],
    [[], { is: 'published', result }],
    [[], waiting],
    [[], { is: 'entered', publishes: 2 }],
    [[entered], entered],
    [[entered], { is: 'entered', publishes: 2 }],
    [[entered, cleared], entered],
    [[entered, cleared, { is: 'entered', publishes: 2 }], cleared],
    [[entered, waiting], cleared],
    [[entered, { is: 'published', result }], { is: 'rejected', refusal }],
    [[entered, { is: 'rejected', refusal }], { is: 'published', result }],
  ]
  await using place = await folder()
  for (const [index, [before, note]] of untrue.entries()) {
    using fence = openFence(`${place.file}-${index}`)
    fence.prepare(rendition)
    for (const each of before) fence.record(id, each)
    const stood = fence.find(id)
    assert.throws(() => fence.record(id, note), isFenceError, `note ${index}`)
    assert.equal(fence.find(id), stood)
    assert.throws(() => fence.record('op-never-prepared', note), isFenceError)
  }
})

test('a rendition may be replaced until it enters, never after', async () => {
  await using place = await folder()
  using fence = openFence(place.file)
  fence.prepare(rendition)
  fence.prepare(make('hello', 'r-2'))
  assert.is(fence.find(id)?.rendition.request.capability_revision, 'r-2')
  fence.record(id, entered)
  fence.prepare(make('hello', 'r-2'))
  assert.throws(() => fence.prepare(rendition), isFenceError)
  fence.record(id, cleared)
  assert.throws(() => fence.prepare(make('other')), isFenceError)
})

test('a fence is held by one at a time and read by its owner only', async () => {
  await using place = await folder()
  {
    using _fence = openFence(place.file)
    assert.throws(() => openFence(place.file), isFenceError)
    assert.is(statSync(place.file).mode & 0o777, 0o600)
  }
  openFence(place.file)[Symbol.dispose]()
})

test.run()
