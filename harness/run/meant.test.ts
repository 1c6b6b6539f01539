import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { didYouMean } from './meant.ts'

const ids = [
  'concurrency',
  'concurrency/burst-2',
  'concurrency/burst-8',
  'redaction',
  'redaction/tokens',
  'health/ready',
]

test('a slip, a case without its check and the beginning of a word are understood', () => {
  assert.is(didYouMean('concurency', ids), 'did you mean concurrency?')
  assert.is(didYouMean('burst-8', ids), 'did you mean concurrency/burst-8?')
  assert.is(didYouMean('burts-8', ids), 'did you mean concurrency/burst-8?')
  assert.is(didYouMean('redact', ids), 'did you mean redaction?')
  assert.is(didYouMean('burst', ids), 'did you mean concurrency/burst-2 or concurrency/burst-8?')
  assert.is(didYouMean('health/redy', ids), 'did you mean health/ready?')
})

test('a word that is like no id is answered with nothing', () => {
  assert.is(didYouMean('xyzzy', ids), undefined)
  assert.is(didYouMean('re', ['redaction']), undefined)
})

test.run()
