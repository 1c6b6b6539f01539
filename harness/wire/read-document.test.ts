import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readDocument } from './read-document.ts'

const read = (text: string) => readDocument(Buffer.from(text))
const flaw = (text: string): string | undefined => {
  const document = read(text)
  return document.ok ? undefined : document.flaw
}

test('a document is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t\r '), (text, space) => {
      const document = read(`${space}${text}${space}`)
      assert.ok(document.ok)
      if (document.ok) assert.equal(document.value, JSON.parse(text))
    }),
  )
})

test('whatever is read, JSON.parse reads too, and what is not JSON it refuses', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"\\u0061"',
    '1',
    '-',
    '0',
    '.5',
    'e1',
    'true',
    'nul',
    ' ',
    '"',
    '\\',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      let parses = true
      try {
        JSON.parse(text)
      } catch {
        parses = false
      }
      const document = read(text)
      if (document.ok) assert.ok(parses)
      else if (document.flaw !== 'duplicate key') assert.not(parses, `${text} ${document.flaw}`)
    }),
    { numRuns: 3000 },
  )
})

test('nothing and white space are empty', () => {
  assert.is(flaw(''), 'empty')
  assert.is(flaw(' \n'), 'empty')
})

test('a byte order mark, broken JSON and trailing text are not JSON', () => {
  for (const text of [
    '\uFEFF{}',
    '{',
    '{"a"}',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '01',
    '+1',
    'NaN',
    '"\t"',
    '"\\x"',
    '{}}',
    'true;',
  ])
    assert.is(flaw(text), 'not JSON', text)
})

test('bytes that are not UTF-8 are a flaw', () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    const document = readDocument(Uint8Array.from(bytes))
    assert.is(document.ok ? undefined : document.flaw, 'not UTF-8')
  }
})

test('a second value is more than one document', () => {
  for (const text of ['{}{}', '{} {}', '1 2', '{"a":1}\n{"b":2}\n', '[] null']) {
    assert.is(flaw(text), 'more than one document', text)
  }
})

test('a repeated name is found, also when one of them is escaped, and only within one object', () => {
  assert.is(flaw('{"status":1,"status":2}'), 'duplicate key')
  assert.is(flaw('{"status":1,"\\u0073tatus":2}'), 'duplicate key')
  assert.is(flaw('[{"x":{"a":1,"b":[],"a":2}}]'), 'duplicate key')
  assert.is(flaw('{"__proto__":1,"__proto__":1}'), 'duplicate key')
  assert.is(flaw('{"a":{"a":1},"b":{"a":1}}'), undefined)
})

test('64 levels are read, 65 are too deep, and so are half a million', () => {
  assert.is(flaw('['.repeat(64) + ']'.repeat(64)), undefined)
  assert.is(flaw('['.repeat(65) + ']'.repeat(65)), 'too deep')
  assert.is(flaw('['.repeat(524_288)), 'too deep')
  assert.is(flaw('{"a":'.repeat(65) + '1' + '}'.repeat(65)), 'too deep')
})

test('numbers that are not written as plain integers are named by their pointers', () => {
  const document = read('{"a":[1,1.0,{"b/c~":1e2}],"poll_after_seconds":3600.0000000000001,"n":-5,"s":"1.5"}')
  assert.ok(document.ok)
  assert.equal(document.ok && [...document.oddNumbers], [
    ['/a/1', '1.0'],
    ['/a/2/b~1c~0', '1e2'],
    ['/poll_after_seconds', '3600.0000000000001'],
  ])
  const alone = read('1E0')
  assert.equal(alone.ok && [...alone.oddNumbers], [['', '1E0']])
})

test('an escaped lone surrogate is tolerated', () => {
  const document = read('{"a":"\\ud800"}')
  assert.ok(document.ok)
})

test('1 MiB is read in a fraction of a second, however it is built', () => {
  const MiB = 1 << 20
  const many = (piece: (index: number) => string, around: readonly [string, string]): string => {
    const pieces: string[] = []
    for (let length = 0, index = 0; length < MiB - 100; index++) {
      const next = piece(index)
      pieces.push(next)
      length += next.length + 1
    }
    return around[0] + pieces.join() + around[1]
  }
  const longName = `{"${'k'.repeat(MiB / 2)}":[`
  const documents = [
    many(() => '{}', ['[', ']']),
    many(() => '[{}]', ['[', ']']),
    many((index) => `"${index}":1`, ['{', '}']),
    many(() => '1.5', ['[', ']']),
    `${longName}${'1e1,'.repeat(MiB / 8)}1]}`,
    `"${'\\u0041'.repeat(MiB / 6)}"`,
    `"${'\\"'.repeat(MiB / 2 - 1)}"`,
    `[${' '.repeat(MiB - 2)}]`,
    `"${'x'.repeat(MiB - 2)}`,
  ]
  for (const text of documents) {
    const began = performance.now()
    read(text)
    const millis = performance.now() - began
    assert.ok(millis < 1000, `${text.slice(0, 20)} took ${millis} ms`)
  }
})

test.run()
