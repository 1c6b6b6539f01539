import {
  lifecycle,
  type Lifecycle,
  type LifecycleObservations,
  type LifecycleResult,
} from '../../harness/host/index.ts'
import type { ObservedSubject } from '../../harness/run/index.ts'
import type { CertificationCheckBody } from './body.ts'
import type { Fingerprints } from './fingerprint.ts'
import { artifactDigest, type NormalizedResult } from './from-run.ts'

/** What a check body says beside whose it is and when it was made. */
export type CheckFindings = Omit<
  CertificationCheckBody,
  'v' | 'ledger' | 'id' | 'recorded_at' | 'operator_ref' | 'fp_alg' | 'fp_key_id' | 'run_id' | 'completed_at'
>

/**
 * The six results of what a host observed. Where something was not observed nothing may be recorded, but for a run that
 * has failed already: its record must not be missing because the connector was too broken to be called (R26).
 */
export function lifecycleOf(seen: LifecycleObservations, hasFailed: boolean): Lifecycle {
  const judged = lifecycle(seen)
  return judged.is === 'complete' || !hasFailed ? judged : lifecycle(withoutBenefitOfDoubt(seen))
}

const withoutBenefitOfDoubt = (seen: LifecycleObservations): LifecycleObservations => ({
  ...seen,
  connected: seen.connected ?? false,
  authorization: seen.authorization ?? { tokenAccepted: false, accountOffered: false },
  operation: wasPublished(seen.operation) ? seen.operation : 'unknown',
  items: seen.items ?? 0,
})

const wasPublished = (operation: LifecycleObservations['operation']): boolean =>
  operation !== undefined && operation !== 'prepared' && operation !== 'entered'

/** One lifecycle result. The observation itself is the one case behind it. */
export function checkOf(
  result: LifecycleResult,
  seen: ObservedSubject,
  provider: string,
  of: Fingerprints,
): CheckFindings {
  const outcome = result.result
  const normal = normalizedCheck(result, seen.observed)
  return {
    kind: result.name,
    outcome,
    error_class: normal.error_class,
    not_applicable_reason: 'reason' in result ? result.reason : '',
    external_reference_fingerprint:
      outcome === 'passed' && referring.has(result.name) ? referenceOf(seen, provider, of) : '',
    cases_passed: Number(outcome === 'passed'),
    cases_failed: Number(outcome === 'failed'),
    cases_inapplicable: Number(outcome === 'not_applicable'),
    cases_inconclusive: 0,
    cases_digest: artifactDigest([normal]),
  }
}

export const normalizedCheck = ({ name, result }: LifecycleResult, seen: LifecycleObservations): NormalizedResult => ({
  case_id: `lifecycle/${name}`,
  profile: '',
  outcome: result,
  error_class: result === 'failed' ? errorClass(name, seen) : '',
})

const referring: ReadonlySet<string> = new Set(['publish_immediate', 'publish_scheduled', 'final_result'])

/** The item, or as long as there is none the reference of the work that goes on. */
function referenceOf({ published }: ObservedSubject, provider: string, of: Fingerprints): string {
  if (!published) return ''
  const { operationId: operation_id, operation } = published
  if (operation.is === 'published') {
    return of.externalResult({ external_id: operation.result.externalId, operation_id, provider })
  }
  return operation.is === 'pending'
    ? of.externalResult({ external_id: operation.providerReference, operation_id, provider })
    : ''
}

/** Our own word for what went wrong; the connector's are not recorded. */
function errorClass(name: LifecycleResult['name'], seen: LifecycleObservations): string {
  const { connected, authorization, operation, items } = seen
  if (connected === undefined) return notObserved
  if (!connected) return 'not_connected'
  if (name === 'authorization') {
    if (authorization === undefined) return notObserved
    return authorization.tokenAccepted ? 'account_withdrawn' : 'token_refused'
  }
  switch (operation) {
    case 'published':
      return items === undefined ? notObserved : items === 0 ? 'no_item' : 'several_items'
    case 'pending':
      return 'still_pending'
    case 'rejected':
      return 'rejected'
    case 'unknown':
      return 'unknown_outcome'
    case 'prepared':
    case 'entered':
    case undefined:
      return notObserved
  }
}

const notObserved = 'not_observed'
