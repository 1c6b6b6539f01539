import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { benignVariants, facades, mutants } from '../../../fixtures/index.ts'
import { checks } from '../../../suites/index.ts'
import { standsFor } from './deviation.ts'
import { idleCases, type KillMatrix, killMatrix, unseenKills } from './document.ts'
import { cases } from './cases.ts'
import { shouldWithoutMutant } from './out-of-reach.ts'
import { reasonsOf } from './reasons.ts'

const file = new URL('../../../../docs/kill-matrix.json', import.meta.url)
const kept = JSON.parse(await readFile(file, 'utf8')) as KillMatrix
const matrix = killMatrix(reasonsOf(kept))

test('no case is without a mutant that it must notice, unless it is excused with a reason', () => {
  assert.equal(idleCases(matrix), [])
})

test('only cases of level should that kill nothing are excused', () => {
  const excused = matrix.cases.filter(({ id }) => id in shouldWithoutMutant)
  assert.is(excused.length, Object.keys(shouldWithoutMutant).length)
  assert.ok(excused.every(({ level, kills }) => level === 'should' && kills.length === 0))
})

test('mutants, benign variants and facades name cases that exist', () => {
  const known = (pattern: string): boolean => cases.some(({ id }) => standsFor(pattern, id))
  const named = [
    ...mutants.flatMap(({ killedBy, alsoAffects, leavesUndecided = [] }) => [
      ...killedBy,
      ...alsoAffects,
      ...leavesUndecided,
    ]),
    ...benignVariants.flatMap(({ undecided = [] }) => undecided),
    ...facades.flatMap(({ honest }) => honest),
  ]
  assert.equal(
    named.filter((pattern) => !known(pattern)),
    [],
  )
})

test('no mutant may make just any case fail', () => {
  assert.equal(
    matrix.mutants.filter(({ alsoAffects }) => alsoAffects.includes('*')).map(({ id }) => id),
    [],
  )
})

test('every check is shown to fail by at least two mutants', () => {
  const killers = checks.map(({ id }) => ({
    id,
    mutants: mutants.filter(({ killedBy }) => killedBy.some((each) => each.startsWith(`${id}/`))).length,
  }))
  assert.equal(
    killers.filter((each) => each.mutants < 2),
    [],
  )
})

test('what is written in docs is the matrix of these mutants', () => {
  assert.equal(kept, JSON.parse(JSON.stringify(matrix)))
})

test('the README counts what there is', async () => {
  const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8')
  const text = readme.replaceAll(/\s+/g, ' ')
  assert.match(text, `${mutants.length} connectors with one defect each`)
  assert.match(text, `${benignVariants.length} correct connectors`)
  assert.match(text, `${facades.length} facades`)
})

test('every kill was seen, with the words of the case', () => {
  assert.equal(unseenKills(matrix), [])
  const [first] = matrix.mutants
  assert.equal(unseenKills(killMatrix({})).length, matrix.mutants.flatMap(({ killedBy }) => killedBy).length)
  assert.ok(first && first.killedBy.every(({ why }) => why.length > 0))
})

test.run()
