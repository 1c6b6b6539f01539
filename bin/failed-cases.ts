import { caseSchema } from './earlier-cases.ts'
import { replayCommand, type RunDocument } from '../reporters/index.ts'

/** One file for each failure: what was run, what was seen, and how to see it again. `target` are the words that name the connector. */
export function failedCases(
  { header, results }: RunDocument,
  target: readonly string[],
): readonly (readonly [string, string])[] {
  return results.flatMap((result) => {
    const { id, profile, level, requirements, outcome } = result
    if (outcome.verdict !== 'fail') return []
    const { verdict: _, ...grounds } = outcome
    const body = {
      schema: caseSchema,
      id,
      ...(profile === undefined ? {} : { profile }),
      level,
      requirements,
      seed: header.seed,
      harness: header.harness,
      plan_digest: header.plan.digest,
      connector: header.connector,
      ...grounds,
      replay: replayCommand(result, header.seed, target),
    }
    // A profile id may hold characters that a file name may not.
    const suffix = profile === undefined ? '' : `@${encodeURIComponent(profile)}`
    return [[`cases/${id}${suffix}.json`, `${JSON.stringify(body, undefined, 2)}\n`] as const]
  })
}
