import { caseFile, type ReportOptions, replayCommand, type RunDocument } from '../reporters/index.ts'
import { caseSchema, type FailedCase, textOf } from './case-file.ts'
import type { RecordedTarget } from './recorded-target.ts'

/** One file for each failure: what was run, what was seen, and how to see it again. */
export function failedCases(
  { header, results }: RunDocument,
  target: RecordedTarget,
  { target: words, folder }: Pick<ReportOptions, 'target' | 'folder'>,
): readonly (readonly [string, string])[] {
  return results.flatMap((result) => {
    const { id, profile, level, requirements, outcome } = result
    if (outcome.verdict !== 'fail') return []
    const { verdict: _, ...grounds } = outcome
    const file: FailedCase = {
      schema: caseSchema,
      kind: 'case',
      id,
      ...(profile === undefined ? {} : { profile }),
      level,
      requirements,
      seed: header.seed,
      harness: header.harness,
      plan_digest: header.plan.digest,
      connector: header.connector,
      target,
      ...grounds,
      replay: replayCommand(result, header.seed, words, folder),
    }
    return [[caseFile(result), textOf(file)] as const]
  })
}
