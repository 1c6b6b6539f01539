import type { Verdict } from '../../../harness/checks/verdict.ts'
import type { CaseResult } from '../../../harness/run/index.ts'

/** What one case said of one connector: the gravest verdict over its profiles, and the words for it. */
export interface Observed {
  readonly verdict: Verdict
  readonly grounds: string
  /** What it wanted to see where it failed, or why it withheld its pass. */
  readonly why?: string
}

/** Every case of a full run, by id. */
export type Observation = Readonly<Record<string, Observed>>

const gravest: readonly Verdict[] = ['error', 'fail', 'inconclusive', 'pass', 'inapplicable']

const groundsOf = ({ profile, outcome }: CaseResult): string => {
  const { verdict: _verdict, ...grounds } = outcome
  return [profile, ...Object.values(grounds)].filter((text) => typeof text === 'string').join(' · ')
}

const whyOf = ({ outcome }: CaseResult): Pick<Observed, 'why'> => {
  if (outcome.verdict === 'fail') return { why: withoutChance(outcome.expected) }
  return outcome.verdict === 'inconclusive' ? { why: withoutChance(outcome.reason) } : {}
}

/** The same words in every run: without ids, measured times and which of several refusals came first. */
export const withoutChance = (text: string): string =>
  text
    .replaceAll(/\/v1\/operations\/\S+/g, '/v1/operations/…')
    .replaceAll(/\d+(?:\.\d+)? s\b/g, '… s')
    .replaceAll(/ \(status \d{3}\)/g, '')

export function observe(results: readonly CaseResult[]): Observation {
  const seen = new Map<string, Observed>()
  for (const result of results) {
    const { outcome } = result
    const known = seen.get(result.id)
    if (known && gravest.indexOf(known.verdict) <= gravest.indexOf(outcome.verdict)) continue
    seen.set(result.id, { verdict: outcome.verdict, grounds: groundsOf(result), ...whyOf(result) })
  }
  return Object.fromEntries(seen)
}

/** Those that were asked for and never ran, as an error: silence must not look like a verdict. */
export const withMissing = (observation: Observation, asked: readonly string[]): Observation => ({
  ...Object.fromEntries(asked.map((id) => [id, { verdict: 'error' as const, grounds: 'the case did not run' }])),
  ...observation,
})
