import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { caseDefiner, type Case, defineCheck } from '../checks/define.ts'
import { type Covered, coverageOf, levelOf } from './coverage.ts'

const defineCase = caseDefiner<string>()
const citing = (id: string, ...requirements: [string, ...string[]]): Case =>
  defineCase({ id: `health/${id}`, title: 'is fake', requirements, run: async () => undefined })

const byCases = { by: 'cases' } as const
const requirements: readonly Covered[] = [
  { id: 'a', level: 'must', cover: byCases },
  { id: 'b', level: 'should', cover: byCases },
  { id: 'c', level: 'must', cover: byCases },
  { id: 'd', level: 'must', cover: { by: 'excluded', reason: 'cannot be seen from outside' } },
]
const health = defineCheck({
  id: 'health',
  title: 'is fake',
  cases: [citing('one', 'a'), citing('two', 'a', 'b'), citing('three', 'd', 'nowhere')],
})

test('gaps, dangling and contradicted citations are told apart', () => {
  const { casesOf, gaps, dangling, contradicted } = coverageOf([health], requirements)
  assert.equal(casesOf.get('a'), ['health/one', 'health/two'])
  assert.equal(gaps, ['c'])
  assert.equal(dangling, ['nowhere'])
  assert.equal(contradicted, ['d'])
})

test('one should among the requirements makes a case a should', () => {
  assert.is(levelOf(citing('x', 'a'), requirements), 'must')
  assert.is(levelOf(citing('x', 'a', 'b'), requirements), 'should')
})

test.run()
