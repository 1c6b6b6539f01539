import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { at, keysOf, own, plainCopy, step } from './json.ts'

test('a member is found in the value itself, never in its prototype', () => {
  assert.is(own({ a: 1 }, 'a'), 1)
  assert.is(own({}, 'constructor'), undefined)
  assert.is(own(Object.create({ a: 1 }), 'a'), undefined)
  assert.is(own(null, 'a'), undefined)
  assert.is(own([1], 'length'), undefined)
})

test('a pointer names a member through objects and lists', () => {
  const value = { a: [{ 'x/y~z': 1 }] }
  const pointer = `/a/0${step('x/y~z')}`
  assert.is(pointer, '/a/0/x~1y~0z')
  assert.equal(keysOf(pointer), ['a', '0', 'x/y~z'])
  assert.is(at(value, pointer), 1)
  assert.is(at(value, ''), value)
  assert.is(at(value, '/a/1/b'), undefined)
  assert.is(at(value, '/toString'), undefined)
})

test('a copy leaves out what it is told to, and keeps __proto__ an ordinary member', () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "b": [{"c": 1, "d": 2}]}')
  const copy = plainCopy(value, new Set(['/b/0/c']))
  assert.is(JSON.stringify(copy), '{"__proto__":{"a":1},"b":[{"d":2}]}')
  assert.is(own(copy, 'a'), undefined)
  assert.is((copy as { a?: unknown }).a, undefined)
})

test('a copy of a long list is cut', () => {
  assert.is((plainCopy(Array.from({ length: 5000 }, () => 1)) as unknown[]).length, 2000)
})

test.run()
