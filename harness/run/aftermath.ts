import { outcomeOfThrown } from '../checks/execute.ts'
import type { Outcome } from '../checks/verdict.ts'
import type { RunEvent } from './event.ts'
import type { CaseResult } from './result.ts'
import { seenAfterwards } from './seen-beside.ts'

/** More of a case that has passed: `work` throws what turns its verdict. */
export type LookOn = (
  results: CaseResult[],
  index: number,
  tell: (event: RunEvent) => void,
  work: () => Promise<void>,
) => Promise<void>

/**
 * What shows of cases after they have ended. A pass that cannot be looked at any more is none: what would have turned it
 * may have come and nobody saw. A violation that is seen then still counts.
 */
export function aftermath(signal: AbortSignal): LookOn {
  const unseen = new WeakSet<CaseResult>()
  const mayTurn = (result: CaseResult | undefined): result is CaseResult =>
    result !== undefined && (result.outcome.verdict === 'pass' || unseen.has(result))

  return async (results, index, tell, work) => {
    if (!mayTurn(results[index])) return
    try {
      signal.throwIfAborted()
      await work()
    } catch (thrown) {
      const outcome = late(outcomeOfThrown(thrown, signal))
      const result = results[index]
      if (!mayTurn(result) || (outcome.verdict === 'inconclusive' && unseen.has(result))) return
      const turned: CaseResult = { ...result, outcome }
      if (outcome.verdict === 'inconclusive') unseen.add(turned)
      results[index] = turned
      tell({ type: 'case-ended', result: turned })
    }
  }
}

function late(outcome: Outcome): Outcome {
  if (outcome.verdict === 'fail') return { ...outcome, actual: seenAfterwards(outcome.actual) }
  if (outcome.verdict !== 'inconclusive') return outcome
  return { ...outcome, reason: `what the case left behind could not be looked at once more: ${outcome.reason}` }
}
