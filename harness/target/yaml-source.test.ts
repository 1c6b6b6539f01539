import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseYaml } from './yaml-source.ts'

const problemsOf = (text: string): readonly string[] => {
  const read = parseYaml(text)
  return 'value' in read ? [] : read.map(({ at, text: says }) => `${at.line}:${at.column}: ${says}`)
}

test('what cannot be read is one problem with its mend, whatever the parser says after it', () => {
  const texts = [
    '- a\nb: 1\n',
    'a: { b: 1\nc:\n  d: [e\n',
    "a: 'it's'\n",
    'a:\n  b: 1\n c: 2\n',
    'a: x: 1\n',
    'a: @b\n',
  ]
  assert.equal(texts.map(problemsOf), [
    [
      '2:1: not valid YAML: Unexpected scalar at node end; close every quote, [ and { before it, and quote a value that contains one',
    ],
    [
      '2:1: not valid YAML: Flow map in block collection must be sufficiently indented and end with a }; indent the keys of one mapping alike, and close every [ and {',
    ],
    [
      '1:8: not valid YAML: Unexpected scalar at node end; close every quote, [ and { before it, and quote a value that contains one',
    ],
    [
      '3:1: not valid YAML: All mapping items must start at the same column; indent the keys of one mapping alike, and close every [ and {',
    ],
    [
      '1:4: not valid YAML: Nested mappings are not allowed in compact mappings; quote a value that contains a colon and a space',
    ],
    ['1:4: not valid YAML: Plain value cannot start with reserved character @; put the value in quotes'],
  ])
})

test('problems that do not follow from each other are all told', () => {
  assert.equal(problemsOf('a: 1\na: 2\nb: 3\nb: *a\n'), [
    '2:1: this key stands twice in one mapping; remove one of them',
    '4:1: this key stands twice in one mapping; remove one of them',
    '4:4: an alias (*name) is not supported; write the value out',
  ])
})

test.run()
