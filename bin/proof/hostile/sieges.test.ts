import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hostileBehaviours } from '../../../fixtures/index.ts'
import { checks } from '../../../suites/index.ts'
import { sieges } from './sieges.ts'

test('every hostile behaviour is let loose once', () => {
  const behaviours = Object.values(hostileBehaviours).flat()
  assert.equal(sieges.map(({ id }) => id).toSorted(), behaviours.map(({ id }) => id).toSorted())
  assert.is(new Set(sieges.map(({ id }) => id)).size, sieges.length)
})

test('at least ten of them meet the full plan', () => {
  assert.ok(sieges.filter(({ only }) => only === undefined).length >= 10)
})

test('what is expected of a siege names cases that exist', () => {
  const known = new Set(checks.flatMap(({ cases }) => cases.map(({ id }) => id)))
  const named = sieges.flatMap(({ verdicts = {} }) => Object.keys(verdicts))
  assert.equal(
    named.filter((id) => !known.has(id)),
    [],
  )
})

test.run()
