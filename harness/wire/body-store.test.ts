import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBodyStore } from './body-store.ts'

test('large bodies are read again from the file, small ones stay in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bodies-'))
  try {
    const file = join(folder, 'answers')
    using store = openBodyStore(file)
    const small = store.keep(Buffer.from('small'))
    assert.not(existsSync(file))
    const [first, second] = [Buffer.alloc(100_000, 'a'), Buffer.alloc(70_000, 'b')]
    const [readFirst, readSecond] = [store.keep(first), store.keep(second)]
    assert.ok(existsSync(file))
    assert.is(Buffer.compare(readFirst(), first), 0)
    assert.is(Buffer.compare(readSecond(), second), 0)
    assert.is(Buffer.from(small()).toString(), 'small')
    assert.is.not(readFirst(), readFirst())
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('many small bodies go to the file as well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bodies-'))
  try {
    const file = join(folder, 'answers')
    using store = openBodyStore(file)
    const body = Buffer.alloc(60_000, 'c')
    for (let kept = 0; kept < 200; kept += 1) assert.is(store.keep(body)().length, body.length)
    assert.ok(existsSync(file))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a body that cannot be written stays in memory', () => {
  using store = openBodyStore('/nowhere/at/all/answers')
  const body = Buffer.alloc(100_000, 'd')
  assert.is(store.keep(body)(), body)
})

test.run()
