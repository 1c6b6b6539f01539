import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createSecretBook } from './secret-book.ts'

const bytes = (text: string): Buffer => Buffer.from(text)
const token = 'destination-token-1234'
const canary = 'c0123456789abcdefghij'

test('a leak names the kind and the name of a secret, never the secret', () => {
  const book = createSecretBook()
  book.add('post text', 'content', canary)
  const leaks = book.search(bytes(`logged ${canary}`), ['post text'])
  assert.equal(leaks, [{ kind: 'post text', name: 'content', encoding: 'plain' }])
})

test('only the kinds asked for are searched', () => {
  const book = createSecretBook()
  book.add('post text', 'content', canary)
  book.add('destination token', 'token', token)
  assert.equal(book.search(bytes(`${canary} ${token}`), ['connector token']), [])
  assert.equal(
    book.search(bytes(`${canary} ${token}`), ['destination token']).map(({ name }) => name),
    ['token'],
  )
})

test('text is shown without the secrets of the kinds asked for', () => {
  const book = createSecretBook()
  book.add('post text', 'content', canary)
  book.add('destination token', 'token', token)
  assert.is(book.conceal(`${canary} ${token}`), '[secret] [secret]')
  assert.is(book.conceal(`${canary} ${token}`, ['destination token']), `${canary} [secret]`)
  book.add('destination token', 'another', 'another-token-1234')
  assert.is(book.conceal('an another-token-1234'), 'an [secret]')
})

test('an allowed value excuses the post text in it, there and nowhere else', () => {
  const book = createSecretBook()
  book.add('post text', 'title', canary)
  const url = `https://destination.example/items/1/${canary}`
  book.allow(url)
  assert.equal(book.search(bytes(JSON.stringify({ external_url: url })), ['post text']), [])
  assert.is(book.search(bytes(JSON.stringify({ external_url: url, text: canary })), ['post text']).length, 1)
})

test('no allowed value excuses a token', () => {
  const book = createSecretBook()
  book.add('destination token', 'token', token)
  const url = `https://destination.example/items/1?access_token=${token}`
  book.allow(url)
  assert.is(book.search(bytes(url), ['destination token', 'post text']).length, 1)
})

test('a secret that is too short is not searched, and the book says so', () => {
  const book = createSecretBook()
  book.add('connector token', 'token', 'abc')
  assert.ok(book.tooShort('connector token'))
  assert.not(book.knows('connector token'))
  assert.equal(book.search(bytes('abc'), ['connector token']), [])
})

test('a secret that is too short to be searched for is kept out of what we write all the same', () => {
  const book = createSecretBook()
  book.add('connector token', 'token', 'hunter2"abc')
  book.add('destination token', 'token', 'tok-42')
  assert.equal(book.search(bytes('1.0.0+hunter2"abc'), ['connector token']), [])
  assert.is(book.conceal('1.0.0+hunter2"abc and tok-42'), '1.0.0+[secret] and [secret]')
  assert.is(book.conceal('hunter2"abc and tok-42', ['destination token']), 'hunter2"abc and [secret]')
  assert.equal(book.leaksOfOutput(bytes(JSON.stringify({ version: '1.0.0+hunter2"abc' }))), [
    { kind: 'connector token', name: 'token', encoding: 'plain' },
  ])
})

test('a secret that might be a word or a number of ours does not garble what we write, nor keep it back', () => {
  const book = createSecretBook()
  for (const value of ['a1', 'ab-12', 'secret', 'Connector', 'lost-answer', '1234567'])
    book.add('connector token', 'x', value)
  const text = 'Connector a1 ab-12: lost-answer, a secret, 1234567'
  assert.is(book.conceal(text), text)
  assert.equal(book.leaksOfOutput(bytes(text)), [])
})

test('a secret added after a search is found by the next one', () => {
  const book = createSecretBook()
  assert.equal(book.search(bytes(token), ['destination token']), [])
  book.add('destination token', 'token', token)
  assert.is(book.search(bytes(token), ['destination token']).length, 1)
})

test('whatever is ours to write may hold nothing of any kind, allowed or not', () => {
  const book = createSecretBook()
  book.add('post text', 'title', canary)
  book.allow(`https://destination.example/${canary}`)
  assert.is(book.leaksOfOutput(bytes(`https://destination.example/${canary}`)).length, 1)
})

test.run()
