import type { Surroundings } from '../../readiness/index.ts'
import type { ApprovalReviewBody } from '../../record/index.ts'
import type { ReviewRequest } from '../interface/request-schemas.ts'
import { ServiceProblem } from '../problem.ts'
import type { Common } from './common.ts'
import { notConfigured, requireConfigured } from './configured.ts'
import type { SourceCatalogue } from './source-catalogue.ts'
import { instant } from './instant.ts'

/** The body of a review; fingerprints that are given must be those of the configured app. @throws ServiceProblem */
export function reviewOf(
  request: ReviewRequest,
  common: Common,
  around: Surroundings,
  catalogue: SourceCatalogue,
): ApprovalReviewBody {
  const { app } = requireConfigured(request.provider, around)
  const named = ['app_fingerprint', 'provider_environment', 'instance_fingerprint'] as const
  const others = named.filter((field) => request[field] !== undefined && request[field] !== app[field])
  if (others.length > 0) throw notConfigured(others)
  const source = catalogue.get(request.source_ref)
  if (source === undefined) {
    throw new ServiceProblem('record_refused', 'No record may be made of this; nothing was appended.', {
      errors: ['source_ref: expected an entry of the source catalogue'],
    })
  }
  const { app_fingerprint, provider_environment, instance_fingerprint } = app
  return {
    ...common,
    ledger: 'approval_review',
    provider: request.provider,
    app_fingerprint,
    provider_environment,
    instance_fingerprint,
    approval_state: request.state,
    approval_tier: request.tier ?? '',
    source_ref: request.source_ref,
    source_digest: source.digest,
    reviewed_at: instant(request.reviewed_at),
    expires_at: instant(request.expires_at),
  }
}
