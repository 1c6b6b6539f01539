import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { coverageOf } from '../harness/run/index.ts'
import { checks, requirements, usualCauseOf } from './index.ts'

const coverage = coverageOf(checks, requirements)

test('every requirement that cases are to decide is cited by one', () => {
  assert.equal(coverage.gaps, [])
})

test('no case cites a requirement that is not in the list', () => {
  assert.equal(coverage.dangling, [])
})

test('no case cites a requirement that is excluded', () => {
  assert.equal(coverage.contradicted, [])
})

test('the checks are the eleven of §11 in their order, and protocol', () => {
  assert.equal(
    checks.map(({ id }) => id),
    [
      'authentication',
      'manifest',
      'health',
      'stale-revision',
      'invalid-input',
      'concurrency',
      'restart',
      'lost-answer',
      'unknown-outcome',
      'redaction',
      'response-size',
      'protocol',
    ],
  )
})

test('every case has a usual cause to show with its failure', () => {
  const without = checks.flatMap(({ cases }) => cases).filter(({ id }) => usualCauseOf(id) === undefined)
  assert.equal(without, [])
})

test('titles complete "A conforming connector …"', () => {
  const titles = [...checks, ...checks.flatMap(({ cases }) => cases)].map(({ title }) => title)
  assert.equal(
    titles.filter((title) => !/^[a-z].*[^.]$/.test(title)),
    [],
  )
})

test.run()
