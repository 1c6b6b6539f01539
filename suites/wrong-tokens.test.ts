import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { wrongTokens } from './wrong-tokens.ts'

/** What a connector that forgives nothing but the letter case of the scheme takes for the token. */
const bearerToken = ([value = '', ...others]: readonly string[]): string | undefined =>
  others.length === 0 ? /^Bearer (\S+)$/i.exec(value)?.[1] : undefined

const tokens = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,64}$/)

test('no wrong token is the right one', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      for (const [name, make] of Object.entries(wrongTokens)) {
        assert.is.not(bearerToken(make(token) ?? []), token, name)
      }
    }),
  )
})

test('a token that differs in one character has the same length, and differs in any letter case', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      for (const name of ['wrong-first', 'wrong-middle', 'wrong-last'] as const) {
        const wrong = wrongTokens[name](token)?.[0]?.slice('Bearer '.length) ?? ''
        assert.is(wrong.length, token.length)
        const other = [...wrong].filter((letter, at) => letter !== token[at])
        assert.is(other.length, 1)
        assert.is.not(wrong.toLowerCase(), token.toLowerCase())
      }
    }),
    { examples: [['QQQ'], ['qqq']] },
  )
})

test('a token without letters has no other letter case, and one of a single character no prefix', () => {
  assert.is(wrongTokens['letter-case']('12345'), undefined)
  assert.equal(wrongTokens['letter-case']('aB1'), ['Bearer Ab1'])
  assert.is(wrongTokens.prefix('a'), undefined)
})

test.run()
