import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectKept, startAppender } from '../appenders.test.support.ts'
import { freshFile } from './fresh-file.test.support.ts'

test('two processes that append at the same time lose nothing and make one chain', async () => {
  await using file = await freshFile()
  const appenders = [1, 2].map((seed) => startAppender(file.path, { seed, count: 100 }))
  await Promise.all(appenders.map(({ ended }) => ended))
  const ids = appenders.flatMap(({ kept }) => kept)
  assert.is(ids.length, 200)
  await using store = await file.open()
  await expectKept(store, ids)
  assert.is((await store.heads())[1]?.size, 200)
})

test('a process that is killed at any instant leaves no half of a run, and what it said is kept', async () => {
  await using file = await freshFile()
  const instants = fc.sample(fc.integer({ min: 1, max: 6 }), { numRuns: 20, seed: 77 })
  const ids: string[] = []
  for (const [index, instant] of instants.entries()) {
    const appender = startAppender(file.path, { seed: 100 + index, count: 1000, until: (kept) => kept === instant })
    await appender.ended
    assert.ok(appender.kept.length >= instant && appender.kept.length < 1000)
    ids.push(...appender.kept)
  }
  await using store = await file.open()
  await expectKept(store, ids)
})

test.run()
