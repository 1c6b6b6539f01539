import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { seconds } from './seconds.ts'

test('a time is told in seconds', () => {
  assert.is(seconds(30_000), '30 s')
  assert.is(seconds(30_400), '30.4 s')
  assert.is(seconds(7), '0.007 s')
})

test('a time over a bound never reads like the bound', () => {
  assert.is(seconds(30_000.2), '30.001 s')
  assert.is.not(seconds(60_000.001), seconds(60_000))
})

test.run()
