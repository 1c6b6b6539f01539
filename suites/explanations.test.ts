import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { explanations, usualCause, usualCauseOf } from './explanations.ts'
import { checks } from './index.ts'

const ids = checks.flatMap(({ cases }) => cases.map(({ id }) => id))

test('every check is explained in full', () => {
  assert.equal(
    Object.keys(explanations),
    checks.map(({ id }) => id),
  )
  for (const { title, why, usualCauses, mend } of Object.values(explanations)) {
    assert.match(title, /^[a-z].*[^.]$/)
    assert.match(why, /^[A-Z].*\.$/)
    assert.ok(usualCauses.length >= 3 && usualCauses.length <= 5, `${title}: ${usualCauses.length} causes`)
    assert.ok(mend.length >= 2 && mend.length <= 4, `${title}: ${mend.length} steps`)
    for (const line of [...usualCauses, ...mend]) assert.match(line, /^[A-Z`].*\.$/)
  }
})

/** The case without what is asked first, where that makes no difference to the cause. */
const keysOf = (id: string): readonly string[] => [id, id.replace(/-(?:lookup-first|publish-first|both)$/, '')]

test('every case has a key of its own', () => {
  const without = ids.filter((id) => !keysOf(id).some((key) => Object.hasOwn(usualCause, key)))
  assert.equal(without, [])
})

test('no key is dead', () => {
  const alive = new Set(ids.map((id) => keysOf(id).find((key) => Object.hasOwn(usualCause, key))))
  assert.equal(
    Object.keys(usualCause).filter((key) => !alive.has(key)),
    [],
  )
})

test('usual causes are short sentences, and within a check no two are the same', () => {
  for (const cause of Object.values(usualCause)) assert.match(cause, /^[A-Z`][^\n]{20,118}\.$/)
  const said = Object.entries(usualCause).map(([key, cause]) => `${key.replace(/\/.*$/, '')}: ${cause}`)
  assert.equal(
    said.filter((each, at) => said.indexOf(each) !== at),
    [],
  )
})

test('the most exact usual cause is chosen', () => {
  assert.is(usualCauseOf('restart/crash-applied-lookup-first'), usualCause['restart/crash-applied'])
  assert.is(usualCauseOf('restart/crash-applied-both'), usualCause['restart/crash-applied-both'])
  assert.is(usualCauseOf('lost-answer/destination-hang-publish-first'), usualCause['lost-answer/destination-hang'])
})

test('a case nobody has described yet has no usual cause', () => {
  for (const id of ['health/brand-new', 'health/ready-soon', 'restart/crash-elsewhere', 'nowhere/at-all']) {
    assert.is(usualCauseOf(id), undefined)
  }
})

test.run()
