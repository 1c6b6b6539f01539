import { ruleIn } from '../harness/checks/asked-for.ts'
import type { Outcome } from '../harness/checks/verdict.ts'
import { levelOf, makePlan, type OpenTarget, type Plan, run, tookWholeRun } from '../harness/run/index.ts'
import { wholeRunCommand } from '../reporters/index.ts'
import { checks, requirements } from '../suites/index.ts'
import type { FailedCase } from './case-file.ts'
import { wordsOf } from './recorded-target.ts'
import { type Replayed, type Try, unable, verdictOf } from './replay-verdict.ts'
import { version } from './version.ts'

/**
 * A case is tried on one connector again and again: alone, then a few times at once where it runs beside others in a run,
 * then alone as long as that takes little time. What chance or the operations before it have a part in shows so.
 */
const aloneFirst = 3
const atOnce = 3
const atMost = 10

/** More than six tries are made only while they have taken less than this. */
const patienceMs = 15_000

/** Runs only when it is asked for, and was when it failed. */
const timed = 'authentication/timing'

export async function replayCase(target: OpenTarget, file: FailedCase, signal: AbortSignal): Promise<Replayed> {
  const { id, profile, seed, input, generated } = file
  const subject = checks.flatMap(({ cases }) => cases).find((each) => each.id === id)
  if (!subject) return unable({ reason: `this version has no case ${id}` })
  const lost = lostInput(file)
  if (lost) return lost
  // Alone, a case that judges the whole run finds nothing to complain about.
  const whole = subject.phase === 'closing'
  const plan: Plan = whole
    ? makePlan(checks)
    : { ...makePlan(checks, [id]), cases: Array.from({ length: atMost }, () => subject) }
  const began = performance.now()
  const results = await run({
    target,
    plan,
    seed,
    levelOf: (each) => levelOf(each, requirements),
    timing: id === timed,
    ...(generated === undefined ? {} : { given: { generated, input: input ?? 'the recorded input' } }),
    isApart: (index) => !whole && (index < aloneFirst || index >= aloneFirst + atOnce),
    isEnough: (soFar) =>
      !whole &&
      isEnough(
        soFar.map(({ outcome }) => tryOf(outcome, file)),
        performance.now() - began,
      ),
    signal,
    emit: () => undefined,
  })
  const mine = results.filter((each) => each.id === id && each.profile === profile)
  if (mine.length === 0 && results.length > 0) {
    return unable({ reason: 'the case did not run for the profile that it was recorded with' })
  }
  const replayed = verdictOf(
    mine.map(({ outcome }) => tryOf(outcome, file)),
    whole ? 'in a whole run' : '',
  )
  return replayed.verdict === 'fixed' && !whole && tookWholeRun(file.actual) ? notAlone(replayed.tries, file) : replayed
}

function isEnough(tries: readonly Try[], millis: number): boolean {
  if (tries.some((each) => each.is === 'violated' && each.asRecorded)) return true
  if (tries.some((each) => each.is !== 'sound')) return tries.length >= aloneFirst
  return tries.length >= aloneFirst + atOnce && millis > patienceMs
}

/** A violation that took other cases to show is not gone because the case passes alone. */
const notAlone = (tries: number, { target, seed }: FailedCase): Replayed =>
  unable({
    reason: `alone it was as expected, ${tries} times, but it was recorded beside other cases, so that says nothing`,
    enable: `run all of them again:\n  ${wholeRunCommand(seed, wordsOf(target))}`,
  })

/** Of an input that is only described, another version may try another one. */
function lostInput({ input, generated, harness, target, seed, id }: FailedCase): Replayed | undefined {
  if (input === undefined || generated !== undefined || harness === version()) return undefined
  return unable({
    reason: `the file describes the input that showed it and does not hold it; version ${version()} may try another one than version ${harness} did`,
    enable: `record it again:\n  ${wholeRunCommand(seed, [...wordsOf(target), '--only', id])}`,
  })
}

function tryOf(outcome: Outcome, file: FailedCase): Try {
  switch (outcome.verdict) {
    case 'pass':
      return { is: 'sound' }
    case 'fail': {
      const { expected, actual, input } = outcome
      const asRecorded = ruleIn(expected) === ruleIn(file.expected)
      return { is: 'violated', asRecorded, expected, actual, ...(input === undefined ? {} : { input }) }
    }
    case 'inconclusive': {
      const { verdict: _, ...why } = outcome
      return { is: 'unseen', ...why }
    }
    case 'inapplicable':
      return { is: 'unseen', reason: `the case does not apply to this connector any more (${outcome.clause})` }
    case 'error':
      throw new Error(outcome.reason)
  }
}
