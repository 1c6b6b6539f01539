import { outcomeOfThrown, whyStopped } from '../checks/execute.ts'
import type { GivenInput } from '../checks/context.ts'
import type { Case } from '../checks/define.ts'
import type { Level, Outcome } from '../checks/verdict.ts'
import { ConfigurationError } from '../target/index.ts'
import { alone, batches, type Report, together } from './batch.ts'
import type { RunEvent } from './event.ts'
import type { OpenTarget } from './open-target.ts'
import type { Plan } from './plan.ts'
import { Unreachable } from './prepare.ts'
import type { CaseResult } from './result.ts'
import { type Instance, openSession } from './session.ts'

export interface RunOptions {
  readonly target: OpenTarget
  readonly plan: Plan
  readonly seed: number
  /** The weakest level among the requirements that a case cites. */
  readonly levelOf: (subject: Case) => Level
  /** Asks for the measurement of R15, which sends up to 1 000 wrong tokens. */
  readonly timing?: boolean
  /** For a case that is done again: the generated input to try instead of generating any. */
  readonly given?: GivenInput
  /** Places of the plan at which a case runs alone, whatever its batch. */
  readonly isApart?: (index: number) => boolean
  /** Asked before every batch, with what there is by then: true leaves out the rest. */
  readonly isEnough?: (results: readonly CaseResult[]) => boolean
  readonly signal: AbortSignal
  readonly emit: (event: RunEvent) => void
}

/** One execution of a plan: prepares, runs every case in order, judges all operations once more at the end. */
export async function run(options: RunOptions): Promise<readonly CaseResult[]> {
  const { plan, emit, signal, isApart, isEnough = () => false } = options
  const session = openSession(options)
  let unreachable: Outcome | undefined
  try {
    await session.prepare()
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) throw thrown
    unreachable =
      thrown instanceof Unreachable
        ? { verdict: 'inconclusive', reason: thrown.message }
        : outcomeOfThrown(thrown, signal)
  }
  const planned = plan.cases.flatMap((subject) => session.instances(subject))
  const results: CaseResult[] = []
  const report = reporter(options, planned.length, results)
  let isMain = true
  for (const batch of batches(planned, session.runsTogether, isApart)) {
    if (isEnough(results)) break
    const leavesMain: boolean = isMain && batch[0]?.[1].subject.phase !== 'main'
    if (leavesMain && !unreachable) await session.watchOn(results, emit)
    isMain &&= !leavesMain
    for (const [index, instance] of batch) report.began(instance, index)
    const why = unreachable ?? (signal.aborted ? inconclusive(whyStopped(signal)) : undefined)
    if (why) for (const [index, instance] of batch) report.ended(instance, index, why)
    else if (batch.length === 1) await alone(session, batch, report)
    else await together(session, batch, report, signal)
  }
  if (!unreachable && isMain) await session.watchOn(results, emit)
  if (!unreachable) await session.judgeAgain(results, emit)
  return results
}

const inconclusive = (reason: string): Outcome => ({ verdict: 'inconclusive', reason })

/** Keeps the results in the order of the plan, whatever the order in which the cases of a batch end. */
function reporter({ levelOf, emit }: RunOptions, of: number, results: CaseResult[]): Report {
  const began = new Map<number, number>()
  const nameOf = ({ profile }: Instance): { readonly profile?: string } =>
    profile === undefined ? {} : { profile: profile.profile.id }
  return {
    isMust: ({ subject }) => levelOf(subject) === 'must',
    began(instance, index) {
      began.set(index, performance.now())
      emit({ type: 'case-began', id: instance.subject.id, ...nameOf(instance), index, of })
    },
    ended(instance, index, outcome, at = performance.now()) {
      const { id, title, requirements } = instance.subject
      const result: CaseResult = {
        id,
        check: id.split('/')[0] ?? '',
        title,
        ...nameOf(instance),
        level: levelOf(instance.subject),
        requirements,
        outcome,
        millis: at - (began.get(index) ?? at),
      }
      results[index] = result
      emit({ type: 'case-ended', result })
    },
  }
}
