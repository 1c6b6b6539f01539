import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleBodies } from './example.test.support.ts'
import { freshId } from './fresh-id.ts'
import { secretLike } from './secret-like.ts'

test('nothing in a body of ours looks like a secret', () => {
  for (const body of exampleBodies()) assert.equal(secretLike({ ...body, id: freshId(1_795_000_000_000) }), [])
})

test('ordinary words and ids do not look like secrets', () => {
  const words = [
    'Acme:blog/v2',
    'items-query',
    'certification.local-2026-11-21.nr-0001',
    'enterprise_social_connector_for_publishing/long-form.post',
    'publish:statuses.write',
    'blogPostOfMyAppForAllUsers/longFormPostOfMyApp',
    'run-20261121-101500-blog.post-immediate',
  ]
  for (const word of words) assert.equal(secretLike({ word }), [], word)
})

test('what is named by its shape is found, whatever field it is in', () => {
  const found: readonly (readonly [string, string])[] = [
    ['https://social.example/@alice', 'a URL'],
    ['xhttps://social.example', 'a URL'],
    ['www.social.example', 'a URL'],
    ['postgres://user:pass@host/db', 'a URL'],
    ['alice@example.com', 'an e-mail address'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'a JSON Web Token'],
    ['sk_live_51H8xKq2eZvKYlo2C', 'an access token'],
    ['ghp_0123456789abcdefghij0123456789abcdef', 'an access token'],
    ['xoxb-1-2-abc', 'an access token'],
    ['/home/alice/connector', 'a file path'],
    ['C:/Users/alice', 'a file path'],
  ]
  for (const [text, name] of found) {
    assert.ok(secretLike({ text }).includes(`text: looks like ${name}`), text)
    assert.ok(secretLike({ list: ['read', text] }).includes(`list: looks like ${name}`), text)
  }
})

test('nearly every token drawn at random is found, in every usual spelling', () => {
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    const tokens = Array.from({ length: 200 }, (_, i) => createHash('sha256').update(`${i}`).digest().subarray(0, 24))
    const found = tokens.filter((token) => secretLike({ text: token.toString(encoding) }).length > 0)
    assert.ok(found.length >= 198, `${found.length} of 200 in ${encoding}`)
  }
})

test('a digest is at home in a field for digests, and nowhere else', () => {
  const hex = createHash('sha256').digest('hex')
  assert.equal(
    secretLike({ plan_digest: `sha256:${hex}`, approval_record_hash: hex, tested_revision: hex.slice(0, 40) }),
    [],
  )
  assert.equal(secretLike({ policy_mode: hex }), ['policy_mode: looks like a token'])
})

test('the value is never quoted', () => {
  assert.not.match(secretLike({ text: 'alice@example.com' }).join(), 'alice')
})

test.run()
