import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hashPassword, isPassword, longestPassword, usualCost, whyNotPassword } from './password.ts'

const cheap = { log2N: 4, r: 8, p: 1 }

test('a password is recognized however its letters are composed, and no other is', async () => {
  const stored = await hashPassword('caf\u00e9 au lait', cheap)
  assert.ok(await isPassword('cafe\u0301 au lait', stored))
  for (const wrong of ['cafe au lait', 'caf\u00e9 au lai', '']) assert.not(await isPassword(wrong, stored))
})

test('two people with one password have nothing in common, and each hash says what it cost', async () => {
  const [one, two] = [await hashPassword('the same password', cheap), await hashPassword('the same password', cheap)]
  assert.is.not(one, two)
  assert.match(one, /^scrypt\$4\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  assert.ok(128 * usualCost.r * 2 ** usualCost.log2N >= 64 * 1024 * 1024)
})

test('a name that nobody has is refused after the usual work', async () => {
  assert.not(await isPassword('', undefined))
})

test('a password is long enough, not too long, and not one character over and over', () => {
  assert.is(whyNotPassword('correct horse battery'), undefined)
  assert.is(whyNotPassword('パスワードは長いほど良い。'), undefined)
  for (const wrong of ['', 'short', 'elevenchars', 'aaaaaaaaaaaaaaaaaaaa', 'ab1'.repeat(longestPassword)]) {
    assert.type(whyNotPassword(wrong), 'string', wrong)
  }
})

test.run()
