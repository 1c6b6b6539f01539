import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createTail } from './tail.ts'

const tailOf = (text: string, secrets: readonly string[] = []): string => {
  const tail = createTail(secrets)
  for (const byte of Buffer.from(text)) tail.add(Uint8Array.of(byte))
  return tail.text()
}

test('the last twenty lines are kept', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  assert.is(tailOf(lines.join('\n')), lines.slice(10).join('\n'))
})

test('what controls a terminal is escaped, and other scripts are not', () => {
  assert.is(tailOf('\u001b[31mrot\u202e grün 日本'), '\\u001b[31mrot\\u202e grün 日本')
})

test('secrets are concealed, also in a line that is cut', () => {
  assert.is(tailOf(`a s3cret ${'x'.repeat(300)}`, ['s3cret']), `a [secret] ${'x'.repeat(189)}…`)
})

test('a line that has lost its beginning is not shown: it may begin with half a secret', () => {
  assert.is(tailOf(`s3cret${'x'.repeat(16_381)}\nlast`, ['s3cret']), 'last')
})

test.run()
