import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { complaintsAbout } from './read-body.ts'
import { exampleReview } from './example.test.support.ts'
import { freshId } from './fresh-id.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')

test('an id is a UUIDv7 of its time, and the id of a record', () => {
  const id = freshId(now)
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.is(Number.parseInt(id.replace('-', '').slice(0, 12), 16), now)
  assert.equal(complaintsAbout(exampleReview({ id })), [])
})

test('no id comes twice, and later ones sort behind', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => freshId(now + i))
  assert.is(new Set(Array.from({ length: 1000 }, () => freshId(now))).size, 1000)
  assert.equal(ids.toSorted(), ids)
})

test.run()
