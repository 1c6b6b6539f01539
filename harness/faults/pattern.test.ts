import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { matches, patternOf } from './pattern.ts'

const never = (): boolean => false

test('a star stands for one segment, and the query does not count', () => {
  const pattern = { method: 'PUT', path: '/articles/*/body' }
  assert.ok(matches(pattern, 'put', '/articles/x%20y/body?z=1'))
  assert.not(matches(pattern, 'PUT', '/articles/x/y/body'))
  assert.not(matches(pattern, 'PUT', '/articles/body'))
  assert.not(matches(pattern, 'POST', '/articles/x/body'))
})

for (const segment of ['6f1c2b3a-0000-4000-8000-0123456789ab', '20260', 'abcdef0123456789', 'AAAAaaaaBBBBbbb_-1']) {
  test(`${segment} is taken for a generated id`, () => {
    assert.equal(patternOf('put', `/v1/a/${segment}`, never), { method: 'PUT', path: '/v1/a/*' })
  })
}

for (const segment of ['articles', 'v1', '123', 'a-rather-long-resource-name']) {
  test(`${segment} is taken as it is`, () => {
    assert.equal(patternOf('PUT', `/${segment}`, never), { method: 'PUT', path: `/${segment}` })
  })
}

test('segments of the operation become stars, decoded or not', () => {
  const belongs = (segment: string): boolean => segment === 'a b'
  assert.equal(patternOf('PUT', '/x/a%20b/y%2Fz', belongs), { method: 'PUT', path: '/x/*/y%2Fz' })
})

test.run()
