import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { getRequirement, requirements } from './index.ts'

const numbered = (section: string, last: number): string[] =>
  Array.from({ length: last }, (_, index) => `${section}.${index + 1}`)

const sections = [
  ...numbered('§2', 10),
  ...numbered('§3.1', 5),
  '§3.2',
  '§3.3',
  '§3.4',
  '§3.5',
  '§4.1',
  '§4.2',
  ...numbered('§4.2', 5),
  ...numbered('§5.1', 4),
  ...numbered('§5.2', 2),
  ...numbered('§7.1', 8),
  '§7.2',
  '§8',
  '§9',
  '§11',
  ...numbered('§11', 11),
]

const rulings = (
  'R1 R1b R2 R3 R4 R5 R6 R6a R6b R7 R8 R9 R10 R11 R12 R12b R13 R14 R15 R-rev R16 R17 R18 R19 ' +
  'R20 R20a R20b R20c R21 R22 R23 R23b R23c R24 R25 R26 R27 R28 R29 R30'
).split(' ')

const ids = requirements.map(({ id }) => id)
const statements = requirements.map(({ statement }) => statement)

test('every id is used once', () => {
  assert.equal(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
})

test('no statement is written twice, except where the specification says it twice', () => {
  const twice = statements.filter((statement, index) => statements.indexOf(statement) !== index)
  assert.equal(twice, ['Every answer is at most 1 MiB.'])
})

test('every section of the scope and every ruling is listed, and nothing else', () => {
  const listed = new Set(requirements.map(({ section }) => section))
  assert.equal([...listed].toSorted(), [...sections, ...rulings].toSorted())
})

test('every statement is one sentence', () => {
  assert.equal(
    statements.filter((statement) => !/^[A-Z`0-9][^]{20,}[^.]\.$/.test(statement) || /\. [A-Z]/.test(statement)),
    [],
  )
})

test('every exclusion and every postponement gives a reason', () => {
  const mute = requirements.filter(({ cover }) => cover.by !== 'cases' && !/^[A-Z].{18,}\.$/.test(cover.reason))
  assert.equal(
    mute.map(({ id }) => id),
    [],
  )
})

test('an id says whether a ruling is a should', () => {
  const odd = requirements.filter(
    ({ id, level }) => id.startsWith('R') && id.includes('-should') !== (level === 'should'),
  )
  assert.equal(
    odd.map(({ id }) => id),
    [],
  )
})

test('each of the eleven checks is decided by cases', () => {
  const undecided = requirements.filter(({ section, cover }) => /^§11\.\d+$/.test(section) && cover.by !== 'cases')
  assert.equal(
    undecided.map(({ id }) => id),
    [],
  )
})

test('a requirement is found by its id and knows where it is written', () => {
  assert.equal(getRequirement('2.9-poll').section, '§2.9')
  assert.equal(getRequirement('4.2.2-accounts').section, '§4.2.2')
  assert.equal(getRequirement('R12-member').section, 'R12')
  assert.equal(getRequirement('R-rev').section, 'R-rev')
  assert.is(getRequirement('R99'), undefined)
})

test.run()
