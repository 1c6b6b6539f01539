import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { article, openGated } from './destination.test.support.ts'
import { createFollowers } from './followers.ts'
import { openRaw } from './raw-connection.test.support.ts'
import { namesOfAnswer } from './tokens.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const answers: [string, string, { body: unknown; headers?: Record<string, string> }][] = [
  ['a string of the JSON', '42', { body: { post: { id: '42' } } }],
  ['a number of the JSON', '42', { body: { posts: [{ id: 42 }] } }],
  ['a value of a form', 'a b', { body: 'ok=&id=a+b', headers: form }],
  ['the end of Location', '42', { body: '', headers: { location: 'http://destination.example/posts/42/?x=1' } }],
]

for (const [where, id, draft] of answers) {
  test(`${where} names the operation in a path that was seen to follow, and nowhere else`, async () => {
    await using gated = await openGated({})
    const { gate, destination } = gated
    gate.watch('op-a', 'marker-a')
    using raw = await openRaw(gate.url)
    destination.draft = draft
    const segment = encodeURIComponent(id)
    await gate.calibrate('op-a', async () => {
      await raw.ask('POST', '/drafts', article('marker-a'))
      await raw.ask('POST', `/posts/${segment}/publish`)
    })
    await raw.ask('POST', `/posts/${segment}/publish`)
    await raw.ask('POST', `/posts/${segment}0/publish`)
    await raw.ask('POST', `/v1/items/${segment}`)
    await raw.ask('POST', `/posts/x/publish?id=${segment}`, { body: segment })
    assert.equal(
      gate.attempts('op-a').map(({ path }) => path),
      ['/drafts', `/posts/${segment}/publish`, `/posts/${segment}/publish`],
    )
  })
}

test('a number too large for a double keeps its digits, and text around it does no harm', () => {
  const names = (json: string): unknown => {
    const body = Buffer.from(json)
    return namesOfAnswer({ status: 200, reason: 'OK', headers: [], body })
  }
  assert.equal(names('{"id":1234567890123456789}'), [['/id', '1234567890123456789']])
  assert.equal(names('{"id":7,"text":"a,1234567890123456789,b"}'), [
    ['/id', '7'],
    ['/text', 'a,1234567890123456789,b'],
  ])
})

const drafts = { method: 'POST', path: '/drafts' }
const publish = (id: string): [string, string] => ['POST', `/drafts/${id}/publish`]

test('a name of two operations is a name of none, but only at its own place of the answer', () => {
  const followers = createFollowers()
  followers.learn('op-a', drafts, [['/draft', '1']])
  followers.study('op-a', ...publish('1'), [drafts])
  followers.learn('op-b', drafts, [
    ['/draft', '2'],
    ['/issue', '1'],
  ])
  assert.is(followers.ownerOf(...publish('1')), 'op-a')
  assert.is(followers.ownerOf(...publish('2')), 'op-b')
  followers.learn('op-b', drafts, [['/draft', '1']])
  assert.is(followers.ownerOf(...publish('1')), undefined)
})

test('a counter that happened to equal the id at first does not name anyone later', () => {
  const followers = createFollowers()
  const answer = (id: string, version: string): [string, string][] => [
    ['/draft', id],
    ['/version', version],
  ]
  followers.learn('op-a', drafts, answer('1', '1'))
  followers.study('op-a', ...publish('1'), [drafts])
  followers.learn('op-b', drafts, answer('2', '1'))
  followers.learn('op-c', drafts, answer('3', '2'))
  assert.is(followers.ownerOf(...publish('1')), 'op-a')
  assert.is(followers.ownerOf(...publish('2')), 'op-b')
})

test('what the path had before is no name, nor is a word beside an id', () => {
  const followers = createFollowers()
  const first = { method: 'POST', path: '/1/drafts' }
  followers.learn('op-a', first, [
    ['/draft', '1'],
    ['/next', 'publish'],
  ])
  followers.study('op-a', 'POST', '/1/drafts/1/publish', [first])
  assert.equal(followers.patternOf('POST', '/1/drafts/1/publish'), { method: 'POST', path: '/1/drafts/*/publish' })
})

test('a kind of path that the naming request has too is not learned', () => {
  const followers = createFollowers()
  followers.learn('op-a', drafts, [['/kind', 'articles']])
  followers.study('op-a', 'POST', '/articles', [drafts])
  assert.is(followers.patternOf('POST', '/articles'), undefined)
})

test.run()
