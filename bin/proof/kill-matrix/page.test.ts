import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mutants } from '../../../fixtures/index.ts'
import { killMatrix } from './document.ts'
import { page } from './page.ts'

const matrix = killMatrix()
const text = page(
  matrix,
  mutants.flatMap((mutant) => (mutant.chance === undefined ? [] : [{ mutant, runs: 20, kills: 19 }])),
)

test('the page names every mutant with its mistake, and every case', () => {
  for (const { id, sentence } of mutants) assert.ok(text.includes(`\`${id}\``) && text.includes(sentence), id)
  for (const { id } of matrix.cases) assert.ok(text.includes(`\`${id}\``), id)
})

test('the page names the correct connectors of which some cases are undecided', () => {
  assert.match(text, 'which must be left undecided (`gives-up-early`)')
})

test('the page says how often a kill by chance came about', () => {
  assert.match(text, '19 of 20')
})

test.run()
