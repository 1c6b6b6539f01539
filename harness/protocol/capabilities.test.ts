import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkResolution, readResolution } from './capabilities.ts'

const usable = { capability_revision: 'r1', available: true, constraints: { max_length: 280 } }
const unusable = { capability_revision: 'r1', available: false, unavailable_reason: 'No such option.' }
const revision = 'r1'

const summary = (value: unknown, available?: boolean): readonly string[] =>
  checkResolution(value, available === undefined ? { revision } : { revision, available }).map(
    ({ topic, level, pointer }) => `${level} ${topic} ${pointer}`,
  )

test('a usable and an unusable resolution are accepted where they are expected', () => {
  assert.equal(summary(usable), [])
  assert.equal(summary(usable, true), [])
  assert.equal(summary(unusable, false), [])
  assert.equal(summary({ capability_revision: 'r1', available: true }, true), [])
})

test('available is what is expected', () => {
  assert.equal(summary(usable, false), ['must shape /available'])
  assert.equal(summary(unusable, true), ['must shape /available'])
})

test('the revision is that of the manifest', () => {
  assert.equal(summary({ ...usable, capability_revision: 'r2' }), ['must shape /capability_revision'])
  assert.equal(summary({ ...usable, capability_revision: '' }), ['must shape /capability_revision'])
})

test('constraints are an object when present', () => {
  for (const constraints of [[], null, 'none']) {
    assert.equal(summary({ ...usable, constraints }), ['must shape /constraints'])
  }
})

test('an unavailable resolution without a reason is bad practice', () => {
  assert.equal(summary({ capability_revision: 'r1', available: false }), ['should reason /unavailable_reason'])
  assert.equal(summary({ ...unusable, unavailable_reason: '' }), ['should reason /unavailable_reason'])
})

test('the reason holds no markup', () => {
  assert.equal(summary({ ...unusable, unavailable_reason: 'See <a href="/help">help</a>.' }), [
    'must html /unavailable_reason',
  ])
})

test('a resolution of another shape is not read', () => {
  assert.equal(readResolution(usable), usable)
  assert.is(readResolution({ ...usable, available: 'yes' }), undefined)
})

test.run()
