import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomOf } from '../harness/checks/random.ts'
import { Inapplicable, Inconclusive, Violation } from '../harness/checks/verdict.ts'
import { forAll, forEach } from './for-all.ts'

const numbers = fc.integer({ min: 0, max: 10_000 }).map((value) => ({ value, input: `the number ${value}` }))
const options = { runs: 50, random: randomOf(1, 'for-all') }

const thrownBy = async (run: Promise<void>): Promise<unknown> =>
  run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

test('the smallest value that still shows the violation is named', async () => {
  const failing = forAll(numbers, options, async ({ value }) => {
    if (value >= 137) throw new Violation('less than 137', 'more')
  })
  const thrown = await thrownBy(failing)
  assert.instance(thrown, Violation)
  assert.is((thrown as Violation).input, 'the number 137')
})

test('nothing but a violation is shrunk: it ends the search and is thrown as it is', async () => {
  for (const other of [new Inconclusive('no'), new Inapplicable('no'), new TypeError('no')]) {
    let probed = 0
    const failing = forAll(numbers, options, async () => {
      probed += 1
      throw other
    })
    assert.is(await thrownBy(failing), other)
    assert.is(probed, 1)
  }
})

test('what ends the search while a violation is shrunk is thrown instead of it', async () => {
  const stop = new Inconclusive('the connector has gone')
  let violations = 0
  const failing = forAll(numbers, options, async () => {
    violations += 1
    if (violations > 1) throw stop
    throw new Violation('less', 'more')
  })
  assert.is(await thrownBy(failing), stop)
})

test('the same seed tries the same values', async () => {
  const tried = async (): Promise<readonly number[]> => {
    const values: number[] = []
    await forAll(numbers, { runs: 10, random: randomOf(7, 'same') }, async ({ value }) => void values.push(value))
    return values
  }
  assert.equal(await tried(), await tried())
})

test('of a failure that is done again the recorded value is tried, and no other', async () => {
  const tried: number[] = []
  const given = { value: 7, input: 'the recorded number', generated: { number: 7 } }
  const failing = forAll(
    numbers.map((each) => ({ ...each, generated: {} })),
    { ...options, given },
    async ({ value }) => {
      tried.push(value)
      throw new Violation('less', 'more')
    },
  )
  const thrown = (await thrownBy(failing)) as Violation
  assert.equal([tried, thrown.input, thrown.generated], [[7], 'the recorded number', { number: 7 }])
})

test('a list ends at the first violation, which names its value', async () => {
  const tried: string[] = []
  const failing = forEach([{ input: 'one' }, { input: 'two' }, { input: 'three' }], async ({ input }) => {
    tried.push(input)
    if (input === 'two') throw new Violation('one', 'two')
  })
  assert.is(((await thrownBy(failing)) as Violation).input, 'two')
  assert.equal(tried, ['one', 'two'])
})

test.run()
