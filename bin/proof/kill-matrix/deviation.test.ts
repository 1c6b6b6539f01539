import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mutant } from '../../../fixtures/index.ts'
import type { Verdict } from '../../../harness/checks/verdict.ts'
import { deviationsOfCorrect, deviationsOfFacade, deviationsOfMutant, deviationsOfReference } from './deviation.ts'
import type { Observation } from './observation.ts'

const mutant: Mutant = {
  id: 'm',
  sentence: 'does it wrong',
  shapes: ['immediate'],
  rules: (base) => base,
  killedBy: ['health/ready'],
  alsoAffects: ['restart/crash-*'],
}

const seen = (verdicts: Readonly<Record<string, Verdict>>): Observation =>
  Object.fromEntries(Object.entries(verdicts).map(([id, verdict]) => [id, { verdict, grounds: '' }]))

const reference = seen({ 'health/ready': 'pass', 'restart/crash-a': 'pass', 'manifest/ids': 'pass' })
const deviations = (verdicts: Readonly<Record<string, Verdict>>, of: Mutant = mutant): readonly string[] =>
  deviationsOfMutant(of, { ...reference, ...seen(verdicts) }, reference).map(({ id, what }) => `${what} ${id}`)

test('a mutant whose named case fails is killed', () => {
  assert.equal(deviations({ 'health/ready': 'fail' }), [])
})

test('a mutant whose named case passes, or is left undecided, survives', () => {
  assert.equal(deviations({}), ['survivor health/ready'])
  assert.equal(deviations({ 'health/ready': 'inconclusive' }), ['survivor health/ready'])
})

test('a named case that did not run kills nothing', () => {
  for (const killedWith of ['fail', 'inconclusive'] as const) {
    const found = deviationsOfMutant({ ...mutant, ...(killedWith === 'fail' ? {} : { killedWith }) }, {}, reference)
    assert.equal(
      found.map(({ what, secondTry }) => [what, secondTry]),
      [['survivor', false]],
    )
  }
})

test('a named case that fails of the reference, too, kills nothing', () => {
  const failing = seen({ 'health/ready': 'fail' })
  assert.equal(
    deviationsOfMutant(mutant, failing, failing).map(({ what, id }) => `${what} ${id}`),
    ['survivor health/ready'],
  )
  assert.equal(deviationsOfMutant(mutant, failing, seen({ 'health/ready': 'inapplicable' })), [])
})

test('a wrong pass, or a fail of a correct connector, is never met again before it counts', () => {
  const tries = (verdict: Verdict): boolean =>
    deviationsOfMutant(mutant, seen({ 'health/ready': verdict }), reference).some((each) => each.secondTry)
  assert.is(tries('inconclusive'), true)
  assert.is(tries('pass'), false)
  assert.is(tries('error'), false)
  const blamed = seen({ 'health/ready': 'fail' })
  for (const found of [deviationsOfCorrect(blamed), deviationsOfReference(blamed)])
    assert.is(found[0]?.secondTry, false)
  assert.is(deviationsOfFacade(seen({ 'health/ready': 'pass' }), [])[0]?.secondTry, false)
})

test('a wrong killer is met again: a broken connector may break more than usual', () => {
  const found = deviationsOfMutant(mutant, seen({ 'health/ready': 'fail', 'manifest/ids': 'fail' }), reference)
  assert.equal(
    found.map(({ id, secondTry }) => [id, secondTry]),
    [['manifest/ids', true]],
  )
})

test('a case that changes its verdict is a wrong killer, unless the mutant is said to affect it', () => {
  assert.equal(deviations({ 'health/ready': 'fail', 'restart/crash-a': 'fail' }), [])
  assert.equal(deviations({ 'health/ready': 'fail', 'manifest/ids': 'inconclusive' }), ['wrong killer manifest/ids'])
})

test('a case that a mutant leaves undecided may not fail', () => {
  const vague = { ...mutant, leavesUndecided: ['manifest/*'] }
  assert.equal(deviations({ 'health/ready': 'fail', 'manifest/ids': 'inconclusive' }, vague), [])
  assert.equal(deviations({ 'health/ready': 'fail', 'manifest/ids': 'fail' }, vague), ['wrong killer manifest/ids'])
})

test('an error of the harness is never what a mutant is said to affect', () => {
  assert.equal(deviations({ 'health/ready': 'fail', 'restart/crash-a': 'error' }), ['wrong killer restart/crash-a'])
})

test('a case that can only withhold its pass kills by that', () => {
  const withheld = { ...mutant, killedWith: 'inconclusive' as const }
  assert.equal(deviations({ 'health/ready': 'inconclusive' }, withheld), [])
  assert.equal(deviations({ 'health/ready': 'fail' }, withheld), ['survivor health/ready'])
})

test('a kill that is a matter of chance is not asked of a single run', () => {
  assert.equal(deviations({}, { ...mutant, chance: 'a race' }), [])
})

test('a correct connector is blamed by a must case that fails or is undecided, not by a should case', () => {
  const blamed = seen({ 'health/ready': 'inconclusive', 'manifest/ids': 'fail', 'manifest/unique': 'fail' })
  assert.equal(
    deviationsOfCorrect(blamed).map(({ id }) => id),
    ['health/ready', 'manifest/ids'],
  )
})

test('what never reached a correct connector must be left undecided, neither passed nor failed', () => {
  const said = (verdict: Verdict): readonly string[] =>
    deviationsOfCorrect(seen({ 'health/ready': verdict, 'manifest/ids': 'pass' }), ['health/*']).map(({ what }) => what)
  assert.equal(said('inconclusive'), [])
  assert.equal(said('pass'), ['undeserved pass'])
  assert.equal(said('fail'), ['blamed'])
})

test('the reference is blamed by any case that does not pass', () => {
  const found = deviationsOfReference(
    seen({ 'manifest/unique': 'fail', 'health/ready': 'pass', 'restart/pending-survives': 'inapplicable' }),
  )
  assert.equal(
    found.map(({ id }) => id),
    ['manifest/unique'],
  )
})

test('a facade may earn any verdict but a pass', () => {
  assert.equal(deviationsOfFacade(seen({ 'health/ready': 'fail', 'manifest/ids': 'inapplicable' }), []), [])
  assert.is(deviationsOfFacade(seen({ 'manifest/unique': 'pass' }), []).length, 1)
  assert.is(deviationsOfFacade(seen({ 'manifest/unique': 'error' }), ['manifest/*']).length, 1)
})

test('a facade may pass what it does right, and nothing else', () => {
  const found = deviationsOfFacade(seen({ 'manifest/unique': 'pass', 'restart/crash-a': 'pass' }), ['manifest/*'])
  assert.equal(
    found.map(({ id }) => id),
    ['restart/crash-a'],
  )
})

test.run()
