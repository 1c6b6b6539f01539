import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, getRequirement } from './index.ts'
import { invariants, isInvariant } from './invariants.ts'

test('every invariant is explained in full', () => {
  for (const [id, { rule, meaning, requirements }] of Object.entries(invariants)) {
    assert.match(rule, /^[A-Z].*\.$/, id)
    assert.match(meaning, /^[A-Z].*\.$/, id)
    for (const requirement of requirements) assert.ok(getRequirement(requirement), `${id}: ${requirement}`)
  }
})

test('an invariant belongs to checks that decide what it follows from', () => {
  for (const [id, { requirements, checks: named }] of Object.entries(invariants)) {
    const cases = checks.filter((check) => named.some((each) => each === check.id)).flatMap((check) => check.cases)
    const cited = new Set<string>(cases.flatMap((each) => each.requirements))
    assert.equal(
      requirements.filter((requirement) => !cited.has(requirement)),
      [],
      id,
    )
  }
})

test('only its exact name names an invariant', () => {
  assert.ok(isInvariant('I6'))
  for (const id of ['i6', 'I10', 'toString']) assert.not.ok(isInvariant(id))
})

test.run()
