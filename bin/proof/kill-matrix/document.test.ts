import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { benignVariants, mutants } from '../../../fixtures/index.ts'
import { checks } from '../../../suites/index.ts'
import { standsFor } from './deviation.ts'
import { idleCases, killMatrix } from './document.ts'
import { cases } from './levels.ts'
import { shouldWithoutMutant } from './out-of-reach.ts'

const matrix = killMatrix()

test('no case is without a mutant that it must notice, unless it is excused with a reason', () => {
  assert.equal(idleCases(matrix), [])
})

test('only cases of level should that kill nothing are excused', () => {
  const excused = matrix.cases.filter(({ id }) => id in shouldWithoutMutant)
  assert.is(excused.length, Object.keys(shouldWithoutMutant).length)
  assert.ok(excused.every(({ level, kills }) => level === 'should' && kills.length === 0))
})

test('mutants and benign variants name cases that exist', () => {
  const known = (pattern: string): boolean => cases.some(({ id }) => standsFor(pattern, id))
  const named = [
    ...mutants.flatMap(({ killedBy, alsoAffects }) => [...killedBy, ...alsoAffects]),
    ...benignVariants.flatMap(({ undecided = [] }) => undecided),
  ]
  assert.equal(
    named.filter((pattern) => !known(pattern)),
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

test('what is written in docs is the matrix of these mutants', async () => {
  const file = new URL('../../../../docs/kill-matrix.json', import.meta.url)
  assert.equal(JSON.parse(await readFile(file, 'utf8')), JSON.parse(JSON.stringify(matrix)))
})

test.run()
