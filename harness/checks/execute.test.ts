import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CaseContext } from './context.ts'
import { caseDefiner, type Case } from './define.ts'
import { execute } from './execute.ts'
import { Inapplicable, Inconclusive, Violation } from './verdict.ts'

const defineCase = caseDefiner<'1.1'>()

const context = (signal = new AbortController().signal): CaseContext =>
  // Only what `execute` itself looks at.
  ({ available: {}, signal }) as unknown as CaseContext

const caseThat = (run: () => Promise<void>): Case =>
  defineCase({ id: 'fake/case', title: 'is fake', requirements: ['1.1'], run })

test('a body that ends without a complaint passes', async () => {
  assert.equal(
    await execute(
      caseThat(async () => undefined),
      context(),
    ),
    { verdict: 'pass' },
  )
})

test('a violation fails with what was expected and what was seen', async () => {
  const outcome = await execute(
    caseThat(async () => {
      throw new Violation('status 401', 'status 200', 'a prefix')
    }),
    context(),
  )
  assert.equal(outcome, { verdict: 'fail', expected: 'status 401', actual: 'status 200', input: 'a prefix' })
})

test('what could not be observed is inconclusive', async () => {
  const outcome = await execute(
    caseThat(async () => {
      throw new Inconclusive('no write was seen', 'name it')
    }),
    context(),
  )
  assert.equal(outcome, { verdict: 'inconclusive', reason: 'no write was seen', enable: 'name it' })
})

test('a requirement that does not apply is inapplicable with its clause', async () => {
  const outcome = await execute(
    caseThat(async () => {
      throw new Inapplicable('R7: no title')
    }),
    context(),
  )
  assert.equal(outcome, { verdict: 'inapplicable', clause: 'R7: no title' })
})

test('an exception of our own is an error and never blames the connector', async () => {
  const outcome = await execute(
    caseThat(async () => {
      throw new TypeError('undefined is not a function')
    }),
    context(),
  )
  assert.is(outcome.verdict, 'error')
})

test('a body whose control is missing never starts', async () => {
  let started = false
  const needy = defineCase({
    id: 'fake/needy',
    title: 'needs a destination',
    requirements: ['1.1'],
    needs: ['destination'],
    run: async () => {
      started = true
    },
  })
  const outcome = await execute(needy, context())
  assert.is(outcome.verdict, 'inconclusive')
  assert.match(outcome.verdict === 'inconclusive' ? (outcome.enable ?? '') : '', 'touchstone.yaml')
  assert.not(started)
})

test('a body that does not listen is left when the run is stopped', async () => {
  const stop = new AbortController()
  const running = execute(
    caseThat(() => new Promise(() => undefined)),
    context(stop.signal),
  )
  stop.abort(new Inconclusive('the run was interrupted'))
  assert.equal(await running, { verdict: 'inconclusive', reason: 'the run was interrupted' })
})

test.run()
