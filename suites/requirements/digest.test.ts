import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { digestOfRequirements } from './digest.ts'
import { requirements } from './index.ts'

test('a changed requirement changes the digest, their order does not', () => {
  const digest = digestOfRequirements(requirements)
  assert.match(digest, /^sha256:[0-9a-f]{64}$/)
  assert.is(digestOfRequirements(requirements.toReversed()), digest)
  const [first, ...rest] = requirements.filter(({ cover }) => cover.by === 'cases')
  assert.ok(first)
  const changed = [{ ...first, statement: `${first.statement}!` }, { ...first, level: 'should' } as const, undefined]
  for (const other of changed) {
    const list = other ? [other, ...rest] : rest
    if (other?.level !== first.level || other.statement !== first.statement) {
      assert.is.not(digestOfRequirements(list), digest)
    }
  }
})

test.run()
