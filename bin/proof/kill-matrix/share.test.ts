import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { inShare, readShare } from './share.ts'
import { specimens } from './specimen.ts'

test('a share is two numbers, the first not beyond the second', () => {
  assert.equal(readShare('2/3'), { number: 2, of: 3 })
  for (const text of ['0/3', '4/3', '1', 'a/b', '1/0', '']) assert.throws(() => readShare(text), /--share/)
})

test('every specimen is in exactly one share', () => {
  const all = specimens()
  const shares = [1, 2, 3].map((number) => inShare({ number, of: 3 }, all))
  assert.ok(all.every((each) => shares.filter((isIn) => isIn(each)).length === 1))
  assert.ok(all.every(inShare({ number: 1, of: 1 }, all)))
})

test.run()
