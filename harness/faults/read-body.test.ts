import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBody } from './read-body.ts'

const MiB = 1024 * 1024

/** A request whose body the test writes. */
const request = (): { readonly body: PassThrough; readonly read: ReturnType<typeof readBody> } => {
  const body = new PassThrough({ highWaterMark: 64 * MiB })
  return { body, read: readBody(body as unknown as IncomingMessage, 2 * MiB) }
}

const arrived = (body: PassThrough, bytes: number): Promise<void> =>
  new Promise((resolve) => void body.write(Buffer.alloc(bytes), () => setImmediate(resolve)))

test('a body beyond its limit is too large, and read to its end', async () => {
  const { body, read } = request()
  await arrived(body, 2 * MiB)
  body.end(Buffer.alloc(1))
  const { complete, tooLarge } = await read
  assert.equal({ complete, tooLarge }, { complete: true, tooLarge: true })
})

test('many large bodies at once are kept to a bound, and a small one gets through all the same', async () => {
  const flood = Array.from({ length: 60 }, request)
  for (const { body } of flood) await arrived(body, MiB)
  const modest = request()
  modest.body.end('{"text":"a post"}')
  const { bytes, tooLarge } = await modest.read
  assert.is(bytes.toString(), '{"text":"a post"}')
  assert.not(tooLarge)
  for (const { body } of flood) body.end()
  const all = await Promise.all(flood.map(({ read }) => read))
  const kept = all.reduce((sum, each) => sum + each.bytes.length, 0)
  assert.ok(kept <= 34 * MiB, `${kept} bytes were kept`)
  assert.ok(all.some((each) => each.tooLarge))

  const later = request()
  later.body.end(Buffer.alloc(MiB))
  assert.is((await later.read).bytes.length, MiB, 'what was held is given back')
})

test.run()
