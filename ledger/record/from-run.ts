import type { CaseResult } from '../../harness/run/index.ts'
import type { CertificationRunBody } from './body.ts'
import { conformanceChecks } from './conformance.ts'
import { sha256 } from './digests.ts'
import { sortedJson } from './sorted-json.ts'

/** What a run body says of the cases. */
export type CaseFindings = Pick<
  CertificationRunBody,
  'conformance' | 'cases_passed' | 'cases_failed' | 'cases_inapplicable' | 'cases_inconclusive' | 'artifact_digest'
>

type Decided = Pick<CaseResult, 'id' | 'check' | 'profile' | 'level' | 'outcome'>

/**
 * Only must cases: a should case may tell of a busy machine, and changes nothing. A case that ran for several profiles
 * counts once for each.
 */
export function findingsOf(results: readonly Decided[]): CaseFindings {
  const musts = results.filter(({ level }) => level === 'must')
  const count = (verdict: Decided['outcome']['verdict']): number =>
    musts.filter(({ outcome }) => outcome.verdict === verdict).length
  const failed = new Set(musts.filter(({ outcome }) => outcome.verdict === 'fail').map(({ check }) => check))
  return {
    conformance: conformanceChecks.map((id) => `${id}:${failed.has(id) ? 'failed' : 'passed'}`).toSorted(),
    cases_passed: count('pass'),
    cases_failed: count('fail'),
    cases_inapplicable: count('inapplicable'),
    cases_inconclusive: count('inconclusive') + count('error'),
    artifact_digest: artifactDigest(musts.map(normalized)),
  }
}

/** One result with nothing left of times, messages and values. */
export interface NormalizedResult {
  readonly case_id: string
  /** Empty for a case that runs once. */
  readonly profile: string
  readonly outcome: string
  readonly error_class: string
}

const normalized = ({ id, profile = '', outcome: { verdict } }: Decided): NormalizedResult => ({
  case_id: id,
  profile,
  outcome: words[verdict],
  error_class: verdict === 'fail' ? 'violation' : '',
})

const words = {
  pass: 'passed',
  fail: 'failed',
  inapplicable: 'not_applicable',
  inconclusive: 'inconclusive',
  error: 'error',
} as const satisfies Record<Decided['outcome']['verdict'], string>

/** The same for the same results, in whatever order they came. */
export const artifactDigest = (results: readonly NormalizedResult[]): string =>
  sha256(`[${results.map(sortedJson).toSorted().join(',')}]`)
