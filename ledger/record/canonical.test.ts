import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalText, type Flat, largestText, readCanonical } from './canonical.ts'
import { exampleBodies } from './example.test.support.ts'
import { RecordError } from './record-error.ts'
import { sortedJson } from './sorted-json.ts'

const plain = fc.string({
  unit: fc.constantFrom(
    ...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter((c) => !'"\\'.includes(c)),
  ),
  maxLength: 40,
})
const flat = fc.dictionary(
  plain,
  fc.oneof(plain, fc.maxSafeNat(), fc.boolean(), fc.constant(null), fc.array(plain, { maxLength: 5 })),
  { noNullPrototype: false },
)

const refused = (act: () => unknown, message: RegExp): void =>
  assert.throws(act, (error: unknown) => error instanceof RecordError && message.test(error.message))

test('the canonical text of a flat object is the one that canonicalize writes', () => {
  fc.assert(fc.property(flat, (value) => assert.is(canonicalText(value), canonicalize(value))))
})

test('a canonical text reads as what it was written from', () => {
  fc.assert(
    fc.property(flat, (value) => assert.is(canonicalText(readCanonical(canonicalText(value))), canonicalText(value))),
  )
})

test('the order in which members were put in does not matter', () => {
  const shuffled = flat.chain((value) =>
    fc
      .shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length })
      .map((entries) => [value, Object.fromEntries(entries)] as const),
  )
  fc.assert(fc.property(shuffled, ([value, other]) => assert.is(canonicalText(other), canonicalText(value))))
})

test('any JSON value is sorted as canonicalize does it, also keys that look like numbers', () => {
  const unit = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => assert.is(sortedJson(value), canonicalize(value))),
  )
  fc.assert(
    fc.property(fc.dictionary(unit, fc.integer()), (value) => assert.is(sortedJson(value), canonicalize(value))),
  )
  assert.is(
    sortedJson({ '10': 1, '9': 2, __proto__x: { b: undefined, a: [3] } }),
    '{"10":1,"9":2,"__proto__x":{"a":[3]}}',
  )
})

test('every example body is canonical ASCII without space and backslash', () => {
  for (const body of exampleBodies()) {
    assert.is(canonicalText(body), canonicalize(body))
    assert.match(canonicalText(body), /^[!-[\]-~]+$/)
  }
})

test('what JSON cannot carry unambiguously has no canonical text', () => {
  const values: readonly unknown[] = [
    1.5,
    -1,
    -0,
    NaN,
    Infinity,
    2 ** 53,
    1n,
    undefined,
    () => 1,
    {},
    [1],
    [['a']],
    new Date(0),
    'a b',
    'é',
    '\\',
    '"',
    '\n',
    '\u007f',
    '',
    ['a b'],
  ]
  const unfit = values.filter((value) => {
    try {
      canonicalText({ a: value } as unknown as Flat)
      return false
    } catch (error) {
      return error instanceof RecordError
    }
  })
  assert.equal(
    unfit,
    values.filter((value) => value !== ''),
  )
  // eslint-disable-next-line no-sparse-arrays
  refused(() => canonicalText({ a: Array(1) }), /array|strings/)
  refused(() => canonicalText({ 'a b': 1 }), /keys/)
  refused(() => canonicalText([]), /object/)
})

test('a text of another spelling is refused', () => {
  readCanonical('{"a":"1","b":2}')
  for (const text of [
    '{"b":2,"a":"1"}',
    '{"a":"1","b":3,"b":2}',
    '{"a":"1","a":"1","b":2}',
    '{"a":"1", "b":2}',
    '{"a":"1","b":2}\n',
    ' {"a":"1","b":2}',
    '\ufeff{"a":"1","b":2}',
    '{"a":"\\u0031","b":2}',
    '{"a":"1","b":2.0}',
    '{"a":"1","b":2e0}',
    '{"a":"1","b":-0}',
    '{"a":"1","b":2,"__proto__":{}}',
    '{"a":"1","b":9007199254740993}',
    '["a"]',
    '"a"',
    '',
    '{',
  ])
    refused(() => readCanonical(text), /expected/)
})

test('16 KiB are accepted and one byte more is refused', () => {
  const text = canonicalText({ a: 'x'.repeat(largestText - 8) })
  assert.is(text.length, largestText)
  readCanonical(text)
  refused(() => canonicalText({ a: 'x'.repeat(largestText - 7) }), /16384/)
  refused(() => readCanonical(text.replace('x', 'xx')), /16384/)
})

test.run()
