import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OutputProfile } from '../protocol/index.ts'
import { makeOperation, markedText, type Operation } from './operation.ts'
import { createSecretBook } from './secret-book.ts'

const bound = { connectionRef: 'conn_1', capabilityRevision: 'r-1' }
const profileOf = (limit: number, more: Partial<OutputProfile> = {}): OutputProfile => ({
  id: 'note',
  display_name: 'Note',
  profile: 'short_text',
  intents: ['post'],
  content: { required: true, max_length: limit },
  media: { min_items: 0, max_items: 0 },
  ...more,
})
const made = (profile: OutputProfile, content?: string): Operation =>
  makeOperation({ profile, settings: {}, content }, bound, createSecretBook())

test('the content carries the marker, within its limit, and so does the id', () => {
  for (const limit of [8, 10, 17, 38, 39, 500]) {
    const { id, marker, request } = made(profileOf(limit))
    const content = String(request['content'])
    assert.ok(content.includes(marker), `limit ${limit}: ${content}`)
    assert.ok(content.length <= limit)
    assert.ok(id.includes(marker))
    assert.match(id, /^[A-Za-z0-9][A-Za-z0-9._-]{15,63}$/)
  }
})

test('a limit of a few characters leaves the marker to the id', () => {
  const { id, marker, request } = made(profileOf(4))
  assert.is(String(request['content']).length, 4)
  assert.is(marker.length, 17)
  assert.ok(id.includes(marker))
})

test('a long title makes up for short content', () => {
  const { marker, request } = made(profileOf(10, { title: { required: true, max_length: 80 } }))
  assert.is(marker.length, 17)
  assert.ok(String(request['title']).includes(marker))
  assert.ok(String(request['content']).length <= 10)
})

test('content that is not taken is not sent, and optional texts are not either', () => {
  const profile = profileOf(0, {
    content: { required: false, max_length: 0 },
    title: { required: false, max_length: 80 },
  })
  const { request } = made(profile)
  assert.not('content' in request)
  assert.not('title' in request)
})

test('an example stands at the beginning as far as there is room', () => {
  assert.match(String(made(profileOf(500), 'An example.').request['content']), /^An example\. m/)
  assert.match(String(made(profileOf(40), 'An example.').request['content']), /^m/)
})

test('a canary is a secret only where it was sent', () => {
  const secrets = createSecretBook()
  markedText('content', 10, 'm123456789', secrets)
  assert.not(secrets.knows('post text'))
  markedText('content', 100, 'm123456789', secrets)
  assert.ok(secrets.knows('post text'))
})

test.run()
