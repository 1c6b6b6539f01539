import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mutants } from '../../../fixtures/index.ts'
import { killMatrix } from './document.ts'
import { page } from './page.ts'

const [first] = mutants
const killer = first?.killedBy[0] ?? ''
const matrix = killMatrix({ [first?.id ?? '']: { [killer]: ['a problem and no document'] } })
const text = page({
  matrix,
  seen: [
    {
      specimen: { kind: 'mutant', id: first?.id ?? '', shape: 'immediate' },
      observation: {},
      deviations: [],
      changed: ['health/ready', 'health/prompt'],
      onceOnly: ['restart/pending-survives'],
      isFull: true,
      millis: 1,
    },
  ],
  chances: mutants.flatMap((mutant) =>
    mutant.chance === undefined ? [] : [{ mutant, runs: 20, kills: 19, observations: [] }],
  ),
  seconds: 700,
  cores: 2,
})

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

test('the page says what a mutant was seen to change, and with which words it was killed', () => {
  assert.match(text, `(${first?.killedBy.length} + 2)`.replace(' + 2', ', + 2'))
  assert.match(text, `“a problem and no document” (\`${killer}\`)`)
})

test('the page says what was undecided at first, how long the runs took and on what', () => {
  assert.match(text, '`restart/pending-survives`')
  assert.match(text, '1 full runs and 0 of named cases, in 700 s on 2 cores')
})

test.run()
