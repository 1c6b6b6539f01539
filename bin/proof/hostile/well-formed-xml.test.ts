import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { flawOfXml } from './well-formed-xml.ts'

const declared = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`

test('elements, attributes, text and references are well-formed', () => {
  assert.is(flawOfXml(declared('<a b="1" c="&lt;&#10;"><d/>x &amp; y\n<e></e></a>')), undefined)
})

for (const [what, text] of [
  ['an element that does not end', '<a><b></a>'],
  ['an element that does not begin', '<a></b></a>'],
  ['two roots', '<a/><b/>'],
  ['no root', ''],
  ['text beside the root', '<a/>x'],
  ['a bare ampersand', '<a>& </a>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['a bare less-than', '<a>1 < 2</a>'],
  ['the end of a CDATA section', '<a>]]></a>'],
  ['a CDATA section', '<a><![CDATA[x]]></a>'],
  ['a document type', '<!DOCTYPE a><a/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['an attribute given twice', '<a b="1" b="2"/>'],
  ['a control character', '<a>\u0001</a>'],
  ['half of a character', '<a>\ud800</a>'],
  ['a noncharacter', '<a>\ufffe</a>'],
] as const) {
  test(`${what} is not well-formed`, () => {
    assert.ok(flawOfXml(declared(text)))
  })
}

test('a document without a declaration is not one of ours', () => {
  assert.ok(flawOfXml('<a/>'))
})

test.run()
