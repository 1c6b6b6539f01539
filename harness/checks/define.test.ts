import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { caseDefiner, defineCheck } from './define.ts'

const defineCase = caseDefiner<'1.1'>()
const fake = (id: `${string}/${string}`): ReturnType<typeof defineCase> =>
  defineCase({ id, title: 'is fake', requirements: ['1.1'], run: async () => undefined })

test('a case filed under the wrong check is refused', () => {
  assert.throws(() => defineCheck({ id: 'health', title: 'is healthy', cases: [fake('manifest/shape')] }), /stands in/)
})

test('an id used twice is refused', () => {
  const cases = [fake('health/ready'), fake('health/ready')]
  assert.throws(() => defineCheck({ id: 'health', title: 'is healthy', cases }), /twice/)
})

test.run()
