import type { Control } from '../checks/context.ts'
import type { Case } from '../checks/define.ts'
import type { Operation } from '../checks/operation.ts'
import { outcomeOfThrown } from '../checks/execute.ts'
import { ConfigurationError } from '../target/index.ts'
import { createMeeting } from '../run/meeting.ts'
import type { RunEvent } from '../run/event.ts'
import type { OpenTarget } from '../run/open-target.ts'
import { Unreachable } from '../run/prepare.ts'
import { openSession, type Session } from '../run/session.ts'
import { makePlan } from '../run/plan.ts'
import { Broken, type Rule } from './broken.ts'
import { judgeOnceMore, type Late, type Tried, type Unjudged } from './late.ts'
import { type Ran, trialOf, type Undecided, undecided } from './outcome.ts'
import { createRevival } from './revival.ts'
import type { Schedule } from './step.ts'
import { type Carried, carryOut, type Trial } from './trial.ts'

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
  /**
   * Writes may come late: what was sound is counted and judged once more. Gives the first schedule that no longer is, or
   * else why that could not be told of all.
   */
  late(): Promise<Late | Unjudged | undefined>
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
  const atOnce = oneByOne()
  const run = async (work: Case['run'], needs: Case['needs'] = []): Promise<Ran> => {
    const subject = { ...caseOf(work, target.destination === undefined), needs }
    const outcome = await session.run({ subject, profile: undefined }, index++, createMeeting(1))
    // Of several that are at work only one may start it again.
    const ended = await atOnce(() => session.endedByItself(subject))
    return ended === undefined || outcome.verdict === 'fail' || outcome.verdict === 'error'
      ? { outcome, rule: undefined }
      : { outcome: ended, rule: 'ended' }
  }

  let answersPending = false
  let profileId = ''
  const undisturbed = await run(async ({ connector, profile }) => {
    const operation = connector.operation(profile)
    profileId = profile.profile.id
    answersPending = (await connector.publishAccepted(operation)).status === 'pending'
    await connector.settle(operation)
  })
  if (undisturbed.outcome.verdict !== 'pass') return undecided(undisturbed.outcome)
  if (!(await session.revived())) return { reason: 'health is not ready, though nothing disturbs it' }

  const tried: Tried[] = []
  const missing: Laboratory['missing'][number][] = []
  for (const control of controls) {
    if (target[control] === undefined)
      missing.push({ control, ...undecided((await run(async () => undefined, [control])).outcome) })
  }
  const whenReady = createRevival(session)
  return {
    missing,
    profile: profileId,
    controls: controls.filter((control) => target[control] !== undefined),
    together: session.runsTogether,
    try: (schedule) =>
      whenReady<Trial>(
        async () => {
          let carried: Carried = { effects: [], after: 0 }
          let broken: Rule | undefined
          const operations: Operation[] = []
          const { outcome, rule } = await run(async (context) => {
            try {
              await carryOut(context, schedule, {
                history: target.history,
                worksForMs: answersPending ? worksForMs * target.timeScale : 0,
                began: (operation) => void operations.push(operation),
                note: (each) => void (carried = each),
              })
            } catch (thrown) {
              if (thrown instanceof Broken) broken = thrown.rule
              throw thrown
            }
          })
          if (outcome.verdict === 'pass') tried.push(...operations.map((operation) => ({ schedule, operation })))
          return trialOf(outcome, schedule, carried, rule ?? broken)
        },
        () => ({ is: 'inconclusive', reason: 'the connector was not ready before it, and did not become so' }),
      ).catch((thrown: unknown) => trialOf(outcomeOfThrown(thrown, options.signal), schedule, nothingYet, undefined)),
    late: () => judgeOnceMore(tried, target.history, run),
  }
}

const nothingYet: Carried = { effects: [], after: 0 }

/** Does one thing after the other, whoever asks for it. */
function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
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
