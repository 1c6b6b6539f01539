import type { Claim, ClaimedRun, ClaimsFile, RecordRef } from './claim.ts'
import { inOrder, subjectKey } from './subject-key.ts'

/** SHA-256 of the file that claims nothing. */
export const zeroClaimsDigest = 'sha256:7a8f76d2425071dd1e9d38c60815b7c8627884b510229d4525776dd8ef23bc3d'

/** The one text of a set of claims: sorted by subject, keys in the order of the format, an indent of two, a line feed. */
export const claimsFileText = (claims: readonly Claim[]): string =>
  renderClaims(claims.toSorted((a, b) => inOrder(subjectKey(a.subject), subjectKey(b.subject))))

/** As they come. */
export const renderClaims = (claims: readonly Claim[]): string =>
  `${JSON.stringify({ schema_version: 1, claims: claims.map(ordered) } satisfies ClaimsFile, null, 2)}\n`

const ordered = ({ subject, configuration, approval, scopes, policy, control, ...claim }: Claim): Claim => ({
  subject: {
    provider: subject.provider,
    app_fingerprint: subject.app_fingerprint,
    deployment_environment: subject.deployment_environment,
    provider_environment: subject.provider_environment,
    instance_fingerprint: subject.instance_fingerprint,
    account_kind: subject.account_kind,
    output_profile: subject.output_profile,
    operation: subject.operation,
    policy_mode: subject.policy_mode,
  },
  configuration: { state: configuration.state, source: configuration.source },
  approval: {
    state: approval.state,
    tier: approval.tier,
    source_ref: approval.source_ref,
    reviewed_at: approval.reviewed_at,
    expires_at: approval.expires_at,
    record: orderedRef(approval.record),
  },
  scopes: { required: scopes.required, granted: scopes.granted },
  policy,
  control: { state: control.state, records: control.records.map(orderedRef) },
  contract_digest: claim.contract_digest,
  local: orderedRun(claim.local),
  live: orderedRun(claim.live),
  valid_until: claim.valid_until,
})

const orderedRef = ({ id, record_digest }: RecordRef): RecordRef => ({ id, record_digest })

const orderedRun = (run: ClaimedRun): ClaimedRun => ({
  record: orderedRef(run.record),
  subject_digest: run.subject_digest,
  contract_digest: run.contract_digest,
  tested_revision: run.tested_revision,
  tested_at: run.tested_at,
  expires_at: run.expires_at,
  checks: run.checks.map(({ kind, outcome, reason }) => ({
    kind,
    outcome,
    ...(reason === undefined ? {} : { reason }),
  })),
})
