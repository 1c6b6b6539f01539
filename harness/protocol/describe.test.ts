import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describe, reveal } from './describe.ts'

test('a description names the kind and size of a value', () => {
  const expected: readonly (readonly [unknown, string])[] = [
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [5, 'integer'],
    [5.5, 'number with a fraction'],
    ['', 'empty string'],
    ['a', 'string of 1 character'],
    ['abcdefghijk\u{1F600}', 'string of 12 characters'],
    [[], 'empty array'],
    [[1, 2, 3], 'array of 3'],
    [{}, 'empty object'],
    [{ a: 1 }, 'object with 1 member'],
  ]
  for (const [value, words] of expected) assert.is(describe(value), words)
})

test('a description never contains the text it describes', () => {
  const secret = 'qzjx-7731'
  for (const value of [secret, [secret], { [secret]: secret }]) assert.not.match(describe(value), /qzjx|7731/)
})

test('what is revealed is quoted', () => {
  assert.is(reveal('1.1'), '"1.1"')
  assert.is(reveal('say "x" \\'), '"say \\"x\\" \\\\"')
  assert.is(reveal(['a', 1, null]), '["a", 1, null]')
  assert.is(reveal({ a: 'secret' }), 'object with 1 member')
  assert.is(reveal([['a'], { b: 1 }]), '[["a"], object with 1 member]')
})

test('control and bidirectional characters are escaped', () => {
  assert.is(reveal('a\u001b[31m\n\u202e\u{e0001}\ud800'), '"a\\u001b[31m\\u000a\\u202e\\u{e0001}\\ud800"')
})

test('whatever is revealed is at most 80 characters on one line', () => {
  assert.is(reveal('x'.repeat(500)).length, 80)
  assert.match(reveal('x'.repeat(500)), /x…"$/)
  assert.is(reveal('x'.repeat(77)), `"${'x'.repeat(77)}"`)
  assert.is(reveal(Array.from({ length: 30 }, () => 'long')), 'array of 30')
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 200 }), (value, text) => {
      for (const shown of [reveal(value), reveal(text), describe(value), describe(text)]) {
        assert.ok(shown.length <= 80)
        assert.not.match(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }
    }),
  )
})

test.run()
