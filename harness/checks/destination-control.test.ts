import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Armed, Attempt, Gate } from '../faults/gate.ts'
import { createHistory, type History } from '../history/index.ts'
import type { Witness } from '../target/index.ts'
import { controlDestination, type DestinationControl } from './destination-control.ts'
import { known, unknown } from './facts.ts'
import type { Operation } from './operation.ts'
import { createSecretBook } from './secret-book.ts'
import { Inconclusive } from './verdict.ts'

const operation: Operation = { id: 'pub_abcdef-m1', marker: 'm1', request: {} }

const misses: Armed = {
  hit: new Promise(() => undefined),
  forwarded: new Promise(() => undefined),
  fired: false,
  hits: [],
  release: () => undefined,
  [Symbol.dispose]: () => undefined,
}

/** A gate whose faults never strike. */
const gateThatMisses = {
  learned: { write: { method: 'POST', path: '/items' } },
  attempts: () => [],
  arm: () => misses,
  drained: () => new Promise(() => undefined),
} as unknown as Gate

const witness: Witness = { name: 'simulated', exact: true, count: async () => ({ count: 0, ids: [] }) }

const control = (history: History = createHistory(), baseline = true): DestinationControl =>
  controlDestination({
    gate: gateThatMisses,
    witness,
    history,
    secrets: createSecretBook(),
    connectorTokenArrived: () => false,
    baseline: () => (baseline ? known(1) : unknown('the baseline publish was refused')),
    strikeWithinMs: 20,
    signal: new AbortController().signal,
  })

const reasonOf = async (work: () => unknown): Promise<string> => {
  try {
    await work()
  } catch (thrown) {
    assert.instance(thrown, Inconclusive)
    return (thrown as Error).message
  }
  return 'nothing was thrown'
}

test('a fault that did not strike leaves its case inconclusive', async () => {
  const destination = control()
  using armed = destination.arm(operation, { at: 'applied', act: { do: 'reset' } })
  assert.match(await reasonOf(() => destination.struck(armed, 'the write whose answer is lost')), /did not happen/)
})

test('a write that never came leaves whoever waits for it inconclusive', async () => {
  const destination = control()
  assert.is(await destination.wrote(operation), false)
  assert.match(await reasonOf(() => destination.drained(operation)), /stayed under way/)
})

test('without a baseline nothing is said about writes', async () => {
  const destination = control(createHistory(), false)
  assert.is(await reasonOf(() => destination.expectNothingWritten(operation)), 'the baseline publish was refused')
  assert.is(
    await reasonOf(() => destination.arm(operation, { at: 'applied', act: { do: 'reset' } })),
    'the baseline publish was refused',
  )
})

test('a kill counts only while the gate still held the attempt', async () => {
  const history = createHistory()
  history.record({ type: 'kill', moment: 20 })
  const destination = control(history)
  const held = (connectorGone: number | undefined): Attempt => ({ began: 10, connectorGone }) as Attempt
  destination.expectHeldAtKill(held(undefined))
  destination.expectHeldAtKill(held(21))
  assert.match(await reasonOf(() => destination.expectHeldAtKill(held(15))), /given up/)
})

test('a fault that the connector did not wait for proves nothing', async () => {
  const destination = control(createHistory())
  const attempt = (connectorGone: number | undefined): Attempt => ({ began: 10, connectorGone }) as Attempt
  await destination.expectDelivered(attempt(undefined))
  assert.match(
    await reasonOf(() => destination.expectDelivered(attempt(11))),
    /given up .* before the fault reached it/,
  )
  const reset = { began: 10, afterwards: 'reset' } as Attempt
  assert.match(await reasonOf(() => destination.expectDelivered(reset)), /had perhaps not read the answer/)
})

test.run()
