import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomOf } from './random.ts'

const draws = (seed: number, label: string): readonly number[] => {
  const random = randomOf(seed, label)
  return Array.from({ length: 20 }, () => random.below(1000))
}

test('the same seed and label choose the same', () => {
  assert.equal(draws(7, 'health/ready'), draws(7, 'health/ready'))
})

test('another seed, or another label, chooses otherwise', () => {
  assert.not.equal(draws(7, 'health/ready'), draws(8, 'health/ready'))
  assert.not.equal(draws(7, 'health/ready'), draws(7, 'health/prompt'))
})

test('draws stay inside their bound and reach all of it', () => {
  const random = randomOf(1, 'bound')
  const seen = new Set(Array.from({ length: 200 }, () => random.below(5)))
  assert.equal(
    [...seen].toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4],
  )
})

test.run()
