import { summaries } from './summary.ts'

/** How a test file's process ended; `late` when it had to be killed at its time limit. */
export type Ending =
  | { readonly is: 'exited'; readonly code: number }
  | { readonly is: 'killed'; readonly signal: string }
  | { readonly is: 'late'; readonly limitMs: number }

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface Judgement {
  readonly counts: Counts
  /** Why the file is not sound, apart from what uvu itself reports; a file with a complaint has failed. */
  readonly complaints: readonly string[]
}

/**
 * Decides from uvu's own words and not from the exit code alone: uvu exits 0 when `test.run()` is forgotten and when a
 * hook throws.
 */
export function judge(ending: Ending, stdout: string, traces: readonly string[] = []): Judgement {
  const found = summaries(stdout)
  const { total, passed, skipped } = found.at(-1) ?? { total: 0, passed: 0, skipped: 0 }
  const complaints = [...oddEnding(ending, found.length > 0, passed === total)]
  if (found.length > 1) complaints.push(`printed ${found.length} uvu summaries: call run() for every suite at once`)
  if (found.length === 1 && total + skipped === 0) complaints.push('ran no test')
  complaints.push(...traces)
  const failed = Math.max(total - passed, complaints.length > 0 ? 1 : 0)
  return { counts: { passed, failed, skipped }, complaints }
}

function* oddEnding(ending: Ending, summed: boolean, allPassed: boolean): Generator<string> {
  const after = summed ? 'after its summary' : 'before its summary'
  switch (ending.is) {
    case 'late':
      yield `did not end within ${ending.limitMs / 1000} s and was killed ${after}`
      return
    case 'killed':
      yield `was killed by ${ending.signal} ${after}`
      return
    case 'exited':
      if (!summed) yield `ended with code ${ending.code} and no uvu summary: is test.run() missing?`
      else if (ending.code === 0 && !allPassed) yield 'ended with code 0 though not every test passed: a hook threw'
      else if (ending.code !== 0 && allPassed) yield `ended with code ${ending.code} though every test passed`
  }
}
