import { hasFailed } from './body-rules.ts'
import type { CertificationCheckBody, CertificationRunBody } from './body.ts'
import { isPublish, lifecycleChecks } from './contract.ts'
import { checksDigest } from './digests.ts'

/** What the result of a run must be: everything observed passed, or it failed. */
export const derivedResult = (
  run: Pick<CertificationRunBody, 'conformance' | 'cases_failed'>,
  checks: readonly Pick<CertificationCheckBody, 'outcome'>[],
): 'passed' | 'failed' =>
  run.cases_failed > 0 || hasFailed(run) || checks.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed'

/** Why a run and these checks are not one whole record; each body is valid by itself. */
export function complaintsAboutRun(
  run: CertificationRunBody,
  checks: readonly CertificationCheckBody[],
): readonly string[] {
  const kinds = isPublish(run.operation) ? lifecycleChecks(run.operation).map(({ kind }) => kind) : []
  const given = checks.map(({ kind }) => kind).toSorted()
  return [
    ...(given.length === kinds.length && given.every((kind, i) => kind === kinds[i])
      ? []
      : [`checks: expected exactly ${kinds.join(', ')}`]),
    ...(run.check_count === checks.length ? [] : ['check_count: expected the number of checks']),
    ...checks.flatMap((check) => aboutMembership(run, check)),
    ...(new Set(checks.map(({ id }) => id)).size === checks.length ? [] : ['id: expected another one for each check']),
    ...(run.checks_digest === checksDigest(checks)
      ? []
      : ['checks_digest: expected the digest of exactly these checks']),
    ...(run.result === derivedResult(run, checks) ? [] : ['result: expected what follows from cases and checks']),
  ]
}

function aboutMembership(run: CertificationRunBody, check: CertificationCheckBody): readonly string[] {
  const inTime = check.completed_at >= run.tested_at && check.completed_at <= run.completed_at
  return [
    ...(check.run_id === run.id ? [] : [`${check.kind}: expected run_id to be the id of the run`]),
    ...(inTime ? [] : [`${check.kind}: expected completed_at between tested_at and completed_at of the run`]),
    ...(check.fp_key_id === run.fp_key_id && check.operator_ref === run.operator_ref
      ? []
      : [`${check.kind}: expected operator_ref and fp_key_id of the run`]),
  ]
}
