import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentOf } from './document-of.ts'

/** How often the body was read again, and the document each time. */
function read(text: string): { readonly times: () => number; readonly document: ReturnType<typeof documentOf> } {
  const body = Buffer.from(text)
  let times = 0
  const again = (): Uint8Array => {
    times += 1
    return body
  }
  return { times: () => times, document: documentOf(body, again) }
}

const large = (name: string): string => JSON.stringify({ name, filling: 'x'.repeat(5000) })

test('a small document is read once and kept', () => {
  const { times, document } = read('{"a":1}')
  assert.is(document(), document())
  assert.is(times(), 0)
})

test('a large one is read when it is asked for, and the last ones are remembered', () => {
  const { times, document } = read(large('one'))
  assert.is(times(), 0)
  assert.is(document(), document())
  assert.is(times(), 1)
})

test('of many large ones nearly all are forgotten, and each is still its own', () => {
  const all = ['one', 'two', 'three', 'four'].map((name) => ({ name, ...read(large(name)) }))
  for (const round of [1, 2]) {
    for (const { name, document, times } of all) {
      const seen = document()
      assert.is(seen.ok && (seen.value as { name: string }).name, name)
      assert.is(times(), round)
    }
  }
})

test.run()
