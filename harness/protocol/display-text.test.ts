import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { markupIn } from './display-text.ts'

test('plain text is no markup', () => {
  const texts = [
    '',
    'a < b and c > d',
    'a<b',
    'i <3 u>',
    '<unknown>',
    '<T extends Foo>',
    '<user@example.org>',
    'press <Enter>',
    '<b',
    '<b "unclosed>',
    '<!-- never closed',
    '< b >',
    '<1>',
    'data:image/png;base64,AAAA',
    'Use --> arrows',
  ]
  for (const text of texts) assert.is(markupIn(text), undefined, text)
})

test('a well-formed tag of an HTML or SVG element is markup', () => {
  const texts = [
    'x <b>bold</b>',
    '</p>',
    '<br/>',
    '<br />',
    '<IMG SRC=x onerror=alert(1)>',
    '<a href="/a>b">',
    "<a title='<'>",
    '<script\n>',
    '<svg/onload=alert(1)>',
    '<linearGradient id="g">',
    '<unknown><i>',
    '<h1>502 Bad Gateway</h1>',
  ]
  for (const text of texts) assert.is(markupIn(text), 'an HTML tag', text)
})

test('an HTML comment is markup', () => {
  assert.is(markupIn('a <!-- b --> c'), 'an HTML comment')
})

test('a vector image as a data URL is markup', () => {
  assert.is(markupIn('see DATA:image/SVG+xml;base64,AAAA'), 'a vector image as a data URL')
})

test('text made to be slow is examined in bounded time', () => {
  const began = performance.now()
  markupIn('<a "\' '.repeat(170_000))
  markupIn('<a "" \'"\' '.repeat(100_000))
  assert.ok(performance.now() - began < 5000)
})

test.run()
