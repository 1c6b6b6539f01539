import type { Verdict } from '../../../harness/checks/verdict.ts'
import type { CaseResult } from '../../../harness/run/index.ts'

/** What one case said of one connector: the gravest verdict over its profiles, and the words for it. */
export interface Observed {
  readonly verdict: Verdict
  readonly grounds: string
}

/** Every case of a full run, by id. */
export type Observation = Readonly<Record<string, Observed>>

const gravest: readonly Verdict[] = ['error', 'fail', 'inconclusive', 'pass', 'inapplicable']

const groundsOf = ({ profile, outcome }: CaseResult): string => {
  const { verdict: _verdict, ...grounds } = outcome
  return [profile, ...Object.values(grounds)].filter((text) => text !== undefined).join(' · ')
}

export function observe(results: readonly CaseResult[]): Observation {
  const seen = new Map<string, Observed>()
  for (const result of results) {
    const { verdict } = result.outcome
    const known = seen.get(result.id)
    if (known && gravest.indexOf(known.verdict) <= gravest.indexOf(verdict)) continue
    seen.set(result.id, { verdict, grounds: groundsOf(result) })
  }
  return Object.fromEntries(seen)
}
