import { Ajv2020 } from 'ajv/dist/2020.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomOf } from '../checks/random.ts'
import { createArms } from '../faults/arms.ts'
import type { Act } from '../faults/gate.ts'
import { alphabetOf, nameOf } from './alphabet.ts'
import { pairs, singles } from './orders.ts'
import { stepSchema } from './step-schema.ts'
import { type Fault, neededControls, type Step } from './step.ts'
import { inWords } from './words.ts'

const full = alphabetOf(['process', 'destination'])

const faultsIn = (steps: readonly Step[]): readonly Fault[] =>
  steps.flatMap((step) => ('fault' in step && step.fault ? [step.fault] : []))

test('every step validates against the schema of the case file, and nothing else does', () => {
  const validate = new Ajv2020().compile(stepSchema)
  for (const step of full.steps) assert.ok(validate(step), JSON.stringify(step))
  for (const odd of [
    {},
    { do: 'sleep' },
    { do: 'publish', at: 'applied' },
    { do: 'crash' },
    { do: 'outage', how: 'slow' },
  ]) {
    assert.not(validate(odd), JSON.stringify(odd))
  }
})

test('every step has words and a name of its own', () => {
  const words = full.steps.map((step) => inWords([{ do: 'publish' }, step])[1])
  assert.is(new Set(words).size, full.steps.length)
  assert.is(new Set(full.steps.map(nameOf)).size, full.steps.length)
})

test('the gate can do every fault, and every act of the gate is among them but those that change nothing or the result', () => {
  const arms = createArms(() => {})
  const actOf = ({ act }: Fault): Act => {
    if (act === 'garbage') return { do: act, body: '' }
    if (['422', '500', '502', '504'].includes(act)) return { do: 'status', status: Number(act), body: '' }
    return { do: act } as Act
  }
  for (const fault of faultsIn(full.steps)) {
    arms.arm({ operation: 'op', target: fault.on, nth: 1, at: fault.at, act: actOf(fault) })
  }
  const tried = new Set(faultsIn(full.steps).map((fault) => `${fault.at} ${actOf(fault).do}`))
  const acts = ['nothing', 'hold', 'hang', 'reset', 'truncate', 'garbage', 'status', 'drop', 'end', 'inflate'] as const
  const untried = (['received', 'applied', 'partial'] as const).flatMap((at) =>
    acts
      .filter((act) => {
        const isLegal = ((): boolean => {
          try {
            const more = { status: 500, body: '', index: 0, bytes: 1 }
            arms.arm({ operation: 'op', target: 'write', nth: 1, at, act: { do: act, ...more } as Act })
            return true
          } catch {
            return false
          }
        })()
        return isLegal && !tried.has(`${at} ${act}`)
      })
      .map((act) => `${at} ${act}`),
  )
  assert.equal(untried, ['received nothing', 'applied nothing', 'applied inflate'])
})

test('nothing is planned that needs a control which is not there', () => {
  for (const controls of [[], ['process'], ['destination'], ['process', 'destination']] as const) {
    const alphabet = alphabetOf(controls)
    const schedules = [...singles(alphabet), ...pairs(alphabet, randomOf(1, 'x'))].map(({ schedule }) => schedule)
    for (const schedule of [...schedules, alphabet.steps]) {
      const lacking = neededControls(schedule).filter((control) => !(controls as readonly string[]).includes(control))
      assert.equal(lacking, [], JSON.stringify(schedule))
    }
  }
})

test('every single disturbance comes in three orders of inspection, every pair once', () => {
  assert.is(singles(full).length, 3 * (full.disturbances.length + full.reads.length))
  assert.is(new Set(singles(full).map(({ covers }) => covers)).size, singles(full).length)
  const all = pairs(full, randomOf(1, 'x'))
  assert.is(new Set(all.map(({ covers }) => covers)).size, all.length)
  assert.is(all.length, full.disturbances.length * full.seconds.length)
})

test('every point and act of a write and of a read is a single disturbance; a read also once an answer was lost', () => {
  const faultsOf = (on: Fault['on']): readonly string[] => [
    ...new Set(
      faultsIn(full.steps)
        .filter((fault) => fault.on === on)
        .map(({ at, act }) => `${at} ${act}`),
    ),
  ]
  const all = [...full.disturbances, ...full.reads].map(({ steps }) =>
    steps.map((step) =>
      'fault' in step && step.fault ? `${step.do} ${Object.values(step.fault).join(' ')}` : step.do,
    ),
  )
  const covered = new Set(all.map((steps) => steps.join(', ')))
  const lost = 'publish write applied reset'
  for (const fault of faultsOf('write')) assert.ok(covered.has(`publish write ${fault}`), fault)
  for (const fault of faultsOf('read')) {
    for (const steps of [`publish read ${fault}`, `${lost}, publish read ${fault}`, `${lost}, lookup read ${fault}`]) {
      assert.ok(covered.has(steps), steps)
    }
  }
})

test('the order of pairs is that of the seed', () => {
  const of = (seed: number): string => JSON.stringify(pairs(full, randomOf(seed, 'x')))
  assert.is(of(1), of(1))
  assert.is.not(of(1), of(2))
})

test.run()
