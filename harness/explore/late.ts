import type { Case } from '../checks/define.ts'
import { outcomeOfThrown } from '../checks/execute.ts'
import type { Operation } from '../checks/operation.ts'
import { eachOf } from '../checks/poll.ts'
import { type History, judge } from '../history/index.ts'
import { worst } from './look.ts'
import { type Ran, undecided } from './outcome.ts'
import type { Schedule } from './step.ts'
import type { Violated } from './trial.ts'

/** A schedule that broke nothing, with its operation. */
export interface Tried {
  readonly schedule: Schedule
  readonly operation: Operation
}

/** A schedule that broke a rule only after its end. */
export interface Late {
  readonly schedule: Schedule
  readonly trial: Violated
}

/** Why it cannot be told of all whether they did. */
export interface Unjudged {
  readonly unjudged: string
}

/** Operations that are counted at the same time. */
const atOnce = 6

/** Counts and judges every operation once more: writes may have come late. `run` brings the controls. */
export async function judgeOnceMore(
  tried: readonly Tried[],
  history: History,
  run: (work: Case['run']) => Promise<Ran>,
): Promise<Late | Unjudged | undefined> {
  let found: Late | undefined
  const uncounted: string[] = []
  const { outcome } = await run(async ({ available, signal }) => {
    await eachOf(tried, atOnce, async ({ schedule, operation }) => {
      if (found) return
      try {
        signal.throwIfAborted()
        await available.destination?.count(operation)
      } catch (thrown) {
        const why = outcomeOfThrown(thrown, signal)
        if (why.verdict !== 'inconclusive') throw thrown
        uncounted.push(why.reason)
      }
      // What was answered meanwhile is judged also where nothing can be counted.
      const broken = worst(judge(history.operation(operation.id)).filter(({ level }) => level === 'must'))
      if (!broken) return
      const { invariant: rule, expected, actual } = broken
      found = { schedule, trial: { is: 'violated', rule, expected, actual, after: schedule.length + 1 } }
    })
  })
  if (found) return found
  const [why] = uncounted
  if (why !== undefined) return { unjudged: `${uncounted.length} of ${tried.length} operations: ${why}` }
  if (outcome.verdict === 'error') throw new Error(outcome.reason)
  if (outcome.verdict === 'fail') return { unjudged: `expected ${outcome.expected}, got ${outcome.actual}` }
  return outcome.verdict === 'pass' ? undefined : { unjudged: undecided(outcome).reason }
}
