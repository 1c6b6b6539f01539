import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome } from './event.ts'
import { sameResult } from './same-result.ts'

const published: Outcome = { is: 'published', externalId: 'a1', externalUrl: 'https://d.example/a1' }
const pending: Outcome = { is: 'pending', providerReference: 'r1' }
const level = (first: Outcome, later: Outcome): string | undefined => sameResult(first, later)?.level

test('a published result stays as it is', () => {
  assert.is(level(published, { ...published }), undefined)
  assert.is(level(published, { ...published, externalId: 'b2' }), 'must')
  assert.is(level(published, { ...published, externalUrl: 'https://d.example/b2' }), 'must')
  assert.is(level(published, { is: 'published', externalId: 'a1' }), 'must')
  assert.is(sameResult(published, { is: 'published', externalId: 'a1' })?.actual, 'none')
  assert.is(level({ is: 'published', externalId: 'a1' }, published), 'must')
  assert.is(level(published, pending), 'must')
  assert.is(level(published, { is: 'unknown' }), 'must')
  assert.is(level(published, { is: 'rejected' }), 'must')
})

test('pending and unknown may become each other or published, and nothing else', () => {
  assert.is(level(pending, published), undefined)
  assert.is(level(pending, { is: 'unknown' }), undefined)
  assert.is(level({ is: 'unknown' }, pending), undefined)
  assert.is(level(pending, { is: 'absent' }), 'must')
  assert.is(level({ is: 'unknown' }, { is: 'rejected' }), 'must')
})

test('a changed provider reference is a warning', () => {
  assert.is(level(pending, { is: 'pending', providerReference: 'r2' }), 'should')
  assert.is(level(pending, { ...pending }), undefined)
})

test('silence and a first refusal have nothing to compare', () => {
  assert.is(level(published, { is: 'silent' }), undefined)
  assert.is(level({ is: 'silent' }, published), undefined)
  assert.is(level({ is: 'absent' }, published), undefined)
})

test('a difference never quotes what was answered', () => {
  const difference = sameResult(published, { ...published, externalUrl: 'https://d.example/secret' })
  assert.equal(difference, {
    level: 'must',
    expected: 'the same external_url in every published answer for one operation',
    actual: 'another external_url',
  })
})

test.run()
