import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { printable } from './printable.ts'

test('controls, invisible and direction characters are escaped', () => {
  assert.is(printable('\x1b[31m\r\n\t\0\x7f\x9b'), '\\u001b[31m\\u000d\\u000a\\u0009\\u0000\\u007f\\u009b')
  for (const code of [0x200b, 0x200f, 0x2028, 0x2029, 0x202e, 0x2060, 0x2065, 0x2069, 0xfeff, 0x061c]) {
    assert.is(printable(String.fromCharCode(code)), `\\u${code.toString(16).padStart(4, '0')}`)
  }
})

test('lone surrogates and invisible characters beyond the first plane are escaped', () => {
  assert.is(printable('a\ud800b'), 'a\\ud800b')
  assert.is(printable('\u{e0041}'), '\\udb40\\udc41')
})

test('ordinary text stays', () => {
  assert.is(printable('Grüße, 世界 🎉 <b>&'), 'Grüße, 世界 🎉 <b>&')
})

test('long text is cut, never inside an escape or a pair', () => {
  assert.is(printable('x'.repeat(200)), 'x'.repeat(200))
  assert.is(printable('x'.repeat(201)), `${'x'.repeat(200)}…`)
  assert.is(printable('abc\n', 5), 'abc…')
  assert.is(printable('abcd🎉', 5), 'abcd…')
})

test.run()
