import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Verdict } from '../../../harness/checks/verdict.ts'
import { countChances, judgeAgain, lookedAtAgain, observeAll } from './campaign.ts'
import type { Crew } from './crew.ts'
import type { Drive } from './drive.ts'
import { cases } from './cases.ts'
import type { Specimen } from './specimen.ts'

const reference: Specimen = { kind: 'reference', id: 'immediate', shape: 'immediate' }
const mutant: Specimen = { kind: 'mutant', id: 'authentication-bare', shape: 'immediate' }
const killer = 'authentication/bare-token'

type Says = (id: string, drive: Drive) => Verdict

/** Drives nothing; every case says what the test wants. */
const crewThat = (says: Says): { crew: Crew; drives: Drive[] } => {
  const drives: Drive[] = []
  const crew: Crew = {
    drive: async (drive) => {
      drives.push(drive)
      const ids = drive.only.length > 0 ? drive.only : cases.map(({ id }) => id)
      const observation = Object.fromEntries(ids.map((id) => [id, { verdict: says(id, drive), grounds: '' }]))
      return { observation, millis: 0 }
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  return { crew, drives }
}

const killed: Says = (id, { specimen }) => (specimen.kind === 'mutant' && id === killer ? 'fail' : 'pass')
const told = (): void => undefined

test('a mutant that is killed as it says is met once', async () => {
  const { crew, drives } = crewThat(killed)
  const seen = await observeAll({ crew, lanes: 2, told }, [reference, mutant])
  assert.equal(
    seen.flatMap(({ deviations }) => deviations),
    [],
  )
  assert.is(drives.length, 2)
})

test('a case that is undecided, or fails of a mutant, beside others and not alone does not count, and is told', async () => {
  const { crew } = crewThat((id, drive) =>
    id === 'health/ready' && drive.specimen.kind === 'mutant' && drive.only.length === 0
      ? 'inconclusive'
      : killed(id, drive),
  )
  const seen = await observeAll({ crew, lanes: 2, told }, [reference, mutant])
  assert.equal(
    seen.flatMap(({ deviations }) => deviations),
    [],
  )
  assert.equal(
    seen.flatMap(({ onceOnly }) => onceOnly),
    ['health/ready'],
  )
})

test('a case that is undecided each time counts, after a second run in full', async () => {
  const { crew, drives } = crewThat((id, drive) => (killed(id, drive) === 'fail' ? 'inconclusive' : 'pass'))
  const [, seen] = await observeAll({ crew, lanes: 2, told }, [reference, mutant])
  assert.equal(
    seen?.deviations.map(({ id, what }) => `${what} ${id}`),
    [`survivor ${killer}`],
  )
  assert.equal(
    drives.filter(({ specimen }) => specimen === mutant).map(({ only }) => only.length),
    [0, 1, 0],
  )
})

test('a verdict is never met again until it is the right one', async () => {
  const wrong: readonly (readonly [Specimen, Verdict, string])[] = [
    [mutant, 'pass', killer],
    [{ kind: 'benign', id: 'outbox-worker', shape: 'asynchronous' }, 'fail', 'health/ready'],
    [{ kind: 'facade', id: 'echo', shape: 'immediate' }, 'pass', 'health/ready'],
  ]
  for (const [specimen, verdict, wrongCase] of wrong) {
    let met = 0
    const { crew } = crewThat((id, drive) => {
      if (drive.specimen !== specimen) return 'pass'
      if (id === wrongCase && (met += 1) === 1) return verdict
      return specimen.kind === 'facade' ? 'fail' : killed(id, drive)
    })
    const [, seen] = await observeAll({ crew, lanes: 1, told }, [reference, specimen])
    assert.equal(
      seen?.deviations.map(({ id }) => id),
      [wrongCase],
      specimen.id,
    )
  }
})

test('a case that was asked for and did not run counts against anybody', async () => {
  const crew: Crew = {
    drive: async (drive) =>
      drive.specimen.kind === 'reference' ? crewThat(killed).crew.drive(drive) : { observation: {}, millis: 0 },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const facade: Specimen = { kind: 'facade', id: 'echo', shape: 'immediate' }
  const [, ...seen] = await observeAll({ crew, lanes: 1, told }, [reference, mutant, facade])
  for (const { deviations } of seen) assert.is(deviations.length >= cases.length, true)
})

test('a kill with words that nobody knows is looked at once more, and only that case', async () => {
  const { crew, drives } = crewThat(killed)
  const campaign = { crew, lanes: 1, told }
  const [, seen] = await observeAll(campaign, [reference, mutant])
  if (!seen) throw new Error('nothing was seen')
  const odd = {
    ...seen,
    observation: { ...seen.observation, [killer]: { verdict: 'fail', grounds: '', why: 'odd' } },
  } as const
  const [again] = await lookedAtAgain(campaign, [odd], () => false)
  assert.equal(drives.at(-1)?.only, [killer])
  assert.is(again?.observation[killer]?.why, undefined)
  const [same] = await lookedAtAgain(campaign, [odd], () => true)
  assert.is(same, odd)
})

test('what was seen before is judged by what is declared now', async () => {
  const { crew } = crewThat(killed)
  const seen = await observeAll({ crew, lanes: 1, told }, [reference, mutant])
  const survived = seen.map((each) => ({
    ...each,
    observation: { ...each.observation, [killer]: { verdict: 'pass', grounds: '' } } as const,
  }))
  assert.equal(
    judgeAgain(survived).flatMap(({ deviations }) => deviations.map(({ what }) => what)),
    ['survivor'],
  )
})

test('a harness that breaks is never taken for a kill', async () => {
  const crew: Crew = {
    drive: async ({ specimen }) =>
      specimen.kind === 'mutant'
        ? { broke: 'out of memory' }
        : crewThat(killed).crew.drive({ specimen, timeScale: 1, only: [], seed: 1 }),
    [Symbol.asyncDispose]: async () => undefined,
  }
  const [, seen] = await observeAll({ crew, lanes: 2, told }, [reference, mutant])
  assert.ok(seen && seen.deviations.length >= cases.length)
})

test('a kill by chance is counted over all runs, or until the first', async () => {
  const { crew } = crewThat((_, { seed }) => (seed > 2 ? 'fail' : 'pass'))
  const [all] = await countChances({ crew, lanes: 1, told }, 5, 'all runs')
  assert.equal([all?.runs, all?.kills], [5, 3])
  const [first] = await countChances({ crew, lanes: 1, told }, 5, 'first kill')
  assert.equal([first?.runs, first?.kills], [3, 1])
})

test.run()
