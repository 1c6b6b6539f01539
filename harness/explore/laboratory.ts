import type { Control } from '../checks/context.ts'
import type { Case } from '../checks/define.ts'
import type { Operation } from '../checks/operation.ts'
import { outcomeOfThrown } from '../checks/execute.ts'
import { ConfigurationError } from '../target/index.ts'
import { eachOf } from '../checks/poll.ts'
import type { Outcome } from '../checks/verdict.ts'
import { judge } from '../history/index.ts'
import { createMeeting } from '../run/meeting.ts'
import type { RunEvent } from '../run/event.ts'
import type { OpenTarget } from '../run/open-target.ts'
import { Unreachable } from '../run/prepare.ts'
import { openSession, type Session } from '../run/session.ts'
import { makePlan } from '../run/plan.ts'
import { Broken, type Rule, worst } from './look.ts'
import type { Schedule } from './step.ts'
import { type Carried, carryOut, type Trial, type Violated } from './trial.ts'

/** A prepared target on which schedules are tried, each on an operation of its own. */
export interface Laboratory {
  readonly controls: readonly Control[]
  /** Controls that are not there, and what would bring them. */
  readonly missing: readonly (Undecided & { readonly control: Control })[]
  /** The output profile that is published in. */
  readonly profile: string
  /** Several schedules may be tried at the same time, unless one needs the target alone. */
  readonly together: boolean
  try(schedule: Schedule): Promise<Trial>
  /** Writes may come late: what was sound is counted and judged once more. Gives the first schedule that no longer is. */
  late(): Promise<Late | undefined>
}

export interface Late {
  readonly schedule: Schedule
  readonly trial: Violated
}

/** Why nothing can be tried, and what would help. */
export interface Undecided {
  readonly reason: string
  readonly enable?: string
}

export interface LaboratoryOptions {
  readonly target: OpenTarget
  readonly seed: number
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
}

/** Schedules that are tried at the same time. */
export const lanes = 6

/** A connector that answers pending first is given this long to write on its own before nothing more is expected. */
const worksForMs = 2_000

/**
 * Starts the connector and prepares as a run does. Gives why nothing can be tried instead, when the connector cannot be
 * reached or does not publish undisturbed.
 */
export async function openLaboratory(options: LaboratoryOptions): Promise<Laboratory | Undecided> {
  const { target } = options
  const session = openSession({ ...options, plan: makePlan([]), levelOf: () => 'must' })
  const unprepared = await prepared(session, options.signal)
  if (unprepared) return unprepared
  let index = 0
  const run = async (work: Case['run'], needs: Case['needs'] = []): Promise<Outcome> => {
    const subject = { ...caseOf(work, target.destination === undefined), needs }
    const outcome = await session.run({ subject, profile: undefined }, index++, createMeeting(1))
    const ended = await session.endedByItself(subject)
    return ended === undefined || outcome.verdict === 'fail' || outcome.verdict === 'error' ? outcome : ended
  }

  let answersPending = false
  let profileId = ''
  const undisturbed = await run(async ({ connector, profile }) => {
    const operation = connector.operation(profile)
    profileId = profile.profile.id
    answersPending = (await connector.publishAccepted(operation)).status === 'pending'
    await connector.settle(operation)
  })
  if (undisturbed.verdict !== 'pass') return undecided(undisturbed)

  const tried: { readonly schedule: Schedule; readonly operation: Operation }[] = []
  const missing: Laboratory['missing'][number][] = []
  for (const control of controls) {
    if (target[control] === undefined)
      missing.push({ control, ...undecided(await run(async () => undefined, [control])) })
  }
  return {
    missing,
    profile: profileId,
    controls: controls.filter((control) => target[control] !== undefined),
    together: session.runsTogether,
    async try(schedule) {
      let carried: Carried = { effects: [], after: 0 }
      let rule: Rule = 'ended'
      const operations: Operation[] = []
      const outcome = await run(async (context) => {
        try {
          await carryOut(context, schedule, {
            history: target.history,
            worksForMs: answersPending ? worksForMs * target.timeScale : 0,
            began: (operation) => void operations.push(operation),
            note: (each) => void (carried = each),
          })
        } catch (thrown) {
          if (thrown instanceof Broken) rule = thrown.rule
          throw thrown
        }
      })
      const trial = trialOf(outcome, carried, rule)
      if (trial.is === 'sound') tried.push(...operations.map((operation) => ({ schedule, operation })))
      return trial
    },
    async late() {
      let found: Late | undefined
      await run(async ({ available, signal }) => {
        await eachOf(tried, lanes, async ({ schedule, operation }) => {
          if (found || signal.aborted) return
          await available.destination?.count(operation)
          const broken = worst(judge(target.history.operation(operation.id)).filter(({ level }) => level === 'must'))
          if (!broken) return
          const { invariant: rule, expected, actual } = broken
          found = { schedule, trial: { is: 'violated', rule, expected, actual, after: schedule.length + 1 } }
        })
      })
      return found
    },
  }
}

const controls = ['process', 'destination'] as const

/** Why the target could not be prepared. What is wrong with the configuration flies, and so do mistakes of ours. */
async function prepared(session: Session, signal: AbortSignal): Promise<Undecided | undefined> {
  try {
    await session.prepare()
    return undefined
  } catch (thrown) {
    if (thrown instanceof Unreachable) return { reason: thrown.message }
    const outcome = outcomeOfThrown(thrown, signal)
    if (thrown instanceof ConfigurationError || outcome.verdict === 'error') throw thrown
    return undecided(outcome)
  }
}

const undecided = (outcome: Outcome): Undecided => {
  switch (outcome.verdict) {
    case 'fail':
      return { reason: `an undisturbed publish failed: expected ${outcome.expected}, got ${outcome.actual}` }
    case 'inconclusive':
      return { reason: outcome.reason, ...(outcome.enable === undefined ? {} : { enable: outcome.enable }) }
    case 'error':
      return { reason: outcome.reason }
    case 'inapplicable':
      return { reason: outcome.clause }
    case 'pass':
      return { reason: 'nothing is known' }
  }
}

/** A schedule as the session runs cases: it brings the context and turns what is thrown into an outcome. */
const caseOf = (run: Case['run'], withoutBaseline: boolean): Case => ({
  id: 'explore/schedule',
  title: 'survives the schedule',
  requirements: [],
  needs: [],
  each: 'connector',
  phase: 'main',
  batch: undefined,
  withoutBaseline,
  run,
})

function trialOf(outcome: Outcome, { effects, after }: Carried, rule: Rule): Trial {
  switch (outcome.verdict) {
    case 'pass':
      return { is: 'sound', effects }
    case 'fail':
      return { is: 'violated', rule, expected: outcome.expected, actual: outcome.actual, after }
    case 'inconclusive':
      return {
        is: 'inconclusive',
        reason: outcome.reason,
        ...(outcome.enable === undefined ? {} : { enable: outcome.enable }),
      }
    case 'inapplicable':
      return { is: 'inconclusive', reason: outcome.clause }
    case 'error':
      return { is: 'error', reason: outcome.reason }
  }
}
