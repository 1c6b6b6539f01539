import { ruleIn } from '../harness/checks/asked-for.ts'
import { outcomeOfThrown } from '../harness/checks/execute.ts'
import type { Outcome } from '../harness/checks/verdict.ts'
import {
  chancyTries,
  isChancy,
  neededControls,
  openLaboratory,
  type Trial,
  type Undecided,
} from '../harness/explore/index.ts'
import { levelOf, makePlan, type OpenTarget, type Plan, run } from '../harness/run/index.ts'
import { ConfigurationError } from '../harness/target/index.ts'
import { checks, requirements } from '../suites/index.ts'
import type { CaseFile, FailedCase, FailedSchedule } from './case-file.ts'

/** What came of doing a recorded failure again. */
export type Replayed =
  | { readonly verdict: 'fixed'; readonly tries: number }
  | {
      readonly verdict: 'failed'
      readonly expected: string
      readonly actual: string
      readonly input?: string
      /** False when it broke another rule than the recorded one. */
      readonly asRecorded: boolean
    }
  | { readonly verdict: 'error'; readonly reason: string; readonly enable?: string }

/** Does it again on an open target. What the harness itself gets wrong flies. */
export async function replayOn(target: OpenTarget, file: CaseFile, signal: AbortSignal): Promise<Replayed> {
  try {
    return file.kind === 'schedule'
      ? await replaySchedule(target, file, signal)
      : await replayCase(target, file, signal)
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return { verdict: 'error', reason: thrown.message }
    const outcome = outcomeOfThrown(thrown, signal)
    if (outcome.verdict !== 'inconclusive') throw thrown
    return ofOutcome(outcome, file)
  }
}

async function replayCase(target: OpenTarget, file: FailedCase, signal: AbortSignal): Promise<Replayed> {
  const { id, profile, seed } = file
  const plan = planFor(id)
  if (!plan) return { verdict: 'error', reason: `this version has no case ${id}` }
  const results = await run({
    target,
    plan,
    seed,
    levelOf: (subject) => levelOf(subject, requirements),
    timing: id === timed,
    signal,
    emit: () => undefined,
  })
  const result = results.find((each) => each.id === id && each.profile === profile)
  if (result) return ofOutcome(result.outcome, file)
  return { verdict: 'error', reason: 'the case did not run for the profile that it was recorded with' }
}

/** Runs only when it is asked for, and was when it failed. */
const timed = 'authentication/timing'

/** The case alone. One that judges the whole run needs the whole run: alone it finds nothing to complain about. */
function planFor(id: string): Plan | undefined {
  const subject = checks.flatMap(({ cases }) => cases).find((each) => each.id === id)
  return subject && makePlan(checks, subject.phase === 'closing' ? [] : [id])
}

function ofOutcome(outcome: Outcome, file: CaseFile): Replayed {
  switch (outcome.verdict) {
    case 'pass':
      return { verdict: 'fixed', tries: 1 }
    case 'fail': {
      const { expected, actual, input } = outcome
      const asRecorded = ruleIn(expected) === ruleIn(file.expected)
      return { verdict: 'failed', expected, actual, asRecorded, ...(input === undefined ? {} : { input }) }
    }
    case 'inconclusive':
      return unable(outcome)
    case 'inapplicable':
      return { verdict: 'error', reason: `the case does not apply to this connector any more (${outcome.clause})` }
    case 'error':
      throw new Error(outcome.reason)
  }
}

const unable = ({ reason, enable }: Undecided): Replayed => ({
  verdict: 'error',
  reason,
  ...(enable === undefined ? {} : { enable }),
})

async function replaySchedule(target: OpenTarget, file: FailedSchedule, signal: AbortSignal): Promise<Replayed> {
  const laboratory = await openLaboratory({ target, seed: file.seed, signal, emit: () => undefined })
  if ('reason' in laboratory) return unable(laboratory)
  const lacking = laboratory.missing.find(({ control }) => neededControls(file.steps).includes(control))
  if (lacking) return unable(lacking)
  const often = isChancy(file.steps) || !file.found.seen_again
  const tries = often ? chancyTries : 1
  let last: Trial | undefined
  for (let left = tries; left > 0 && last?.is !== 'violated' && last?.is !== 'error'; left -= 1) {
    last = await laboratory.try(file.steps)
  }
  const late = last?.is === 'sound' ? await laboratory.late() : undefined
  return ofTrial(late?.trial ?? last, file, tries)
}

function ofTrial(trial: Trial | undefined, file: FailedSchedule, tries: number): Replayed {
  switch (trial?.is) {
    case 'violated': {
      const { rule, expected, actual } = trial
      return { verdict: 'failed', expected, actual, asRecorded: rule === file.rule }
    }
    case 'error':
      throw new Error(trial.reason)
    case 'inconclusive':
      return unable(trial)
    case 'sound':
      return { verdict: 'fixed', tries }
    case undefined:
      return { verdict: 'error', reason: 'it was not tried' }
  }
}
