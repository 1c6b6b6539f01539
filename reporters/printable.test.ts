import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands, hostile, unseen } from './injection.test.support.ts'
import { printable, printableLines } from './printable.ts'

test('a text becomes one line without anything unseen or obeyed', () => {
  const line = printable(hostile)
  assert.not.match(line, unseen)
  assert.not.match(line, /\n/)
  assert.equal(commands(line), [])
  assert.match(line, /\\u001b\[2J/)
})

test('a command cannot begin at any word, because lines break between words', () => {
  for (const text of ['::error::x', 'a ::error::x', 'a\u00a0::error::x']) {
    assert.not.match(printable(text), /(^|\s)::/)
  }
  assert.is(printable('http://[::1]:80 and a::b stay'), 'http://[::1]:80 and a::b stay')
})

test('ordinary text of any language is left alone', () => {
  for (const text of ['expected 281 × "a", got 2 items', 'Grüße, 你好, مرحبا', 'status 200']) {
    assert.is(printable(text), text)
  }
})

test('a very long text is cut and says so', () => {
  const line = printable('x'.repeat(5_000))
  assert.ok(line.length < 1_100)
  assert.match(line, /… \(4000 more characters\)$/)
})

test('lines of configuration stay lines', () => {
  assert.equal(printableLines('process:\n  command: [./c]\u001b'), ['process:', '  command: [./c]\\u001b'])
})

test.run()
