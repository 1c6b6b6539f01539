import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mutants } from '../../../fixtures/index.ts'
import { killMatrix } from './document.ts'
import { withoutChance } from './observation.ts'
import { reasonsIn, reasonsOf, unknownReasons, withKnown } from './reasons.ts'

const [mutant] = mutants
if (!mutant) throw new Error('there is no mutant')
const [killer] = mutant.killedBy
const saying = (why: string): Parameters<typeof reasonsIn>[0][number] => ({
  mutant,
  observation: {
    [killer]: { verdict: 'fail', grounds: '', why },
    'health/ready': { verdict: 'fail', grounds: '', why },
  },
})

test('the words of a kill are those of the named cases, each once', () => {
  const reasons = reasonsIn([saying('401'), saying('a problem'), saying('401')])
  assert.equal(reasons, { [mutant.id]: { [killer]: ['401', 'a problem'] } })
})

test('a named case that did not kill has no words', () => {
  assert.equal(
    reasonsIn([{ mutant, observation: { [killer]: { verdict: 'inconclusive', grounds: '', why: 'late' } } }]),
    {},
  )
})

test('the words that are kept are those that were seen', () => {
  const reasons = reasonsIn([saying('401')])
  assert.equal(reasonsOf(killMatrix(reasons))[mutant.id]?.[killer], ['401'])
})

test('a kill with other words than those that are kept is told', () => {
  const known = reasonsIn([saying('401')])
  assert.equal(unknownReasons(known, known), [])
  assert.equal(unknownReasons(known, reasonsIn([saying('403')])), [`other reason: mutant ${mutant.id}: ${killer}: 403`])
  assert.is(unknownReasons({}, known).length, 1)
})

test('words that were known of a kill stay known, and those of a kill that was not seen do not', () => {
  const before = reasonsIn([saying('a problem'), saying('401')])
  assert.equal(withKnown(before, reasonsIn([saying('401')])), reasonsIn([saying('401'), saying('a problem')]))
  assert.equal(withKnown({}, before), reasonsIn([saying('401'), saying('a problem')]))
  assert.equal(withKnown(before, {}), {})
})

test('ids, measured times and the status that came first are no part of the words', () => {
  assert.is(
    withoutChance('plain text from GET /v1/operations/pub_1-m2%3Aa (status 404) within 4.5 s, status 401 or 403'),
    'plain text from GET /v1/operations/… within … s, status 401 or 403',
  )
})

test.run()
