import { outcomeOfThrown } from '../harness/checks/execute.ts'
import type { OpenTarget } from '../harness/run/index.ts'
import { ConfigurationError } from '../harness/target/index.ts'
import type { CaseFile } from './case-file.ts'
import { replayCase } from './replay-case.ts'
import { replaySchedule } from './replay-schedule.ts'
import { type Replayed, unable } from './replay-verdict.ts'

/** Does it again on an open target. What the harness itself gets wrong flies. */
export async function replayOn(target: OpenTarget, file: CaseFile, signal: AbortSignal): Promise<Replayed> {
  try {
    return file.kind === 'schedule'
      ? await replaySchedule(target, file, signal)
      : await replayCase(target, file, signal)
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return unable({ reason: thrown.message })
    const outcome = outcomeOfThrown(thrown, signal)
    if (outcome.verdict !== 'inconclusive') throw thrown
    return unable(outcome)
  }
}
