import type { CaseResult } from './result.ts'

/** How a run ended, apart from its verdicts. */
export interface Ending {
  readonly interrupted: boolean
  /** It got to its end before its deadline. */
  readonly complete: boolean
  /** A secret was about to be written, or the harness broke outside a case. */
  readonly harnessFailed: boolean
}

/** design.md §2; when several apply, 130 for an interrupted run, then 4, 1, 3, 0. Usage errors (2) never get this far. */
export function exitCode(results: readonly CaseResult[], ending: Ending): 0 | 1 | 3 | 4 | 130 {
  const { interrupted, complete, harnessFailed } = ending
  if (interrupted) return 130
  if (harnessFailed || results.some(({ outcome }) => outcome.verdict === 'error')) return 4
  const musts = results.filter(({ level }) => level === 'must').map(({ outcome }) => outcome.verdict)
  if (musts.includes('fail')) return 1
  if (musts.includes('inconclusive') || !musts.includes('pass') || !complete) return 3
  return 0
}
