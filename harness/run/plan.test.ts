import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Batch, type Case, caseDefiner, type Check, defineCheck, type Phase } from '../checks/define.ts'
import { makePlan, PlanError } from './plan.ts'

const defineCase = caseDefiner<'1.1'>()
const fake = (id: `${string}/${string}`, phase: Phase = 'main', logs = false): Case =>
  defineCase({
    id,
    title: 'is fake',
    requirements: ['1.1'],
    phase,
    needs: logs ? ['logs'] : [],
    run: async () => undefined,
  })

const checks: readonly Check[] = [
  defineCheck({ id: 'a', title: 'is a', cases: [fake('a/late', 'last'), fake('a/early')] }),
  defineCheck({
    id: 'b',
    title: 'is b',
    cases: [fake('b/log', 'closing', true), fake('b/whole', 'closing'), fake('b/early')],
  }),
]

test('cases run by phase, and what reads the log to its end comes last', () => {
  const ids = makePlan(checks).cases.map(({ id }) => id)
  assert.equal(ids, ['a/early', 'b/early', 'a/late', 'b/whole', 'b/log'])
})

test('batches stand behind what runs alone, and what restarts alone behind them', () => {
  const batched = (id: `${string}/${string}`, batch: Batch): Case =>
    defineCase({ id, title: 'is fake', requirements: ['1.1'], batch, run: async () => undefined })
  const alone = defineCase({
    id: 'a/crash',
    title: 'is fake',
    requirements: ['1.1'],
    needs: ['process'],
    run: async () => undefined,
  })
  const cases = [batched('a/lost', 'loss'), alone, batched('a/over', 'restart'), fake('a/alone')]
  const ids = makePlan([defineCheck({ id: 'a', title: 'is a', cases })]).cases.map(({ id }) => id)
  assert.equal(ids, ['a/alone', 'a/over', 'a/lost', 'a/crash'])
})

test('an empty selection means everything, never nothing', () => {
  assert.ok(makePlan(checks, []).full)
})

test('a check or a case can be chosen, and the rest is named with its reason', () => {
  const plan = makePlan(checks, ['a', 'b/whole'])
  assert.equal(
    plan.cases.map(({ id }) => id),
    ['a/early', 'a/late', 'b/whole'],
  )
  assert.not(plan.full)
  assert.equal(
    plan.left.map(({ id }) => id),
    ['b/log', 'b/early'],
  )
})

test('a selection that names nothing is refused', () => {
  assert.throws(
    () => makePlan(checks, ['a/nothing']),
    (thrown: unknown) => thrown instanceof PlanError,
  )
})

test('a selection that is nearly an id is answered with that id', () => {
  const message = (only: string): string => {
    try {
      makePlan(checks, [only])
      return ''
    } catch (thrown) {
      return thrown instanceof PlanError ? thrown.message : ''
    }
  }
  assert.is(message('whole'), 'there is no check or case "whole"; did you mean b/whole?')
  assert.is(message('xyzzy'), 'there is no check or case "xyzzy"; `touchstone list` shows them all')
})

test('the digest is the same for the same choice and another for another', () => {
  assert.is(makePlan(checks).digest, makePlan(checks).digest)
  assert.is.not(makePlan(checks).digest, makePlan(checks, ['a']).digest)
})

test.run()
