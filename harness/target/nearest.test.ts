import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nearest } from './nearest.ts'

test('a slip of the fingers is understood, another word is not', () => {
  const known = ['connector', 'process', 'destination', 'logs', 'url', 'at']
  assert.is(nearest('conector', known), 'connector')
  assert.is(nearest('porcess', known), 'process')
  assert.is(nearest('Destinations', known), 'destination')
  assert.is(nearest('ulr', known), 'url')
  assert.is(nearest('zebra', known), undefined)
  assert.is(nearest('word', []), undefined)
})

test.run()
