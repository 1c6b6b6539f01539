import { recordHash } from '../record/index.ts'
import { controlState } from '../readiness/control-state.ts'
import { type Backing, type BackingRun, backingOf } from './backing.ts'
import type { Claim, ClaimedRun, RecordRef } from './claim.ts'
import { claimsFileText } from './claims-file.ts'
import type { CitedRecord, CitedRun, ClaimsProjection } from './projection.ts'
import { inOrder } from './subject-key.ts'
import { earliestEnd } from './valid-until.ts'

/**
 * The claims file that follows from a projection, and nothing else: who has the projection can make it again, byte for byte.
 * @throws RecordError where a citation is no record of its ledger
 */
export const claimsFrom = ({ subjects, generated_at }: ClaimsProjection): string =>
  claimsFileText(subjects.map((projected) => claimOf(backingOf(projected), generated_at)))

function claimOf({ projected, review, controls, local, live }: Backing, at: string): Claim {
  const { subject, configuration, policy, contract_digest } = projected
  return {
    subject: { ...subject, instance_fingerprint: subject.instance_fingerprint || null },
    configuration,
    approval: {
      state: review.approval_state,
      tier: review.approval_tier,
      source_ref: review.source_ref,
      reviewed_at: review.reviewed_at,
      expires_at: review.expires_at,
      record: refTo(projected.review, review.id),
    },
    scopes: {
      required: projected.contract.required_scopes.toSorted(),
      granted: projected.authorization.granted_scopes.toSorted(),
    },
    policy,
    control: {
      state: controlState(controls, at),
      records: controls.map(({ id }, i) => refTo(projected.controls[i], id)),
    },
    contract_digest,
    local: runOf(local, projected.local),
    live: runOf(live, projected.live),
    valid_until: earliestEnd({ review, controls, local, live, projected }),
  }
}

const runOf = ({ run, checks }: BackingRun, cited: CitedRun): ClaimedRun => ({
  record: refTo(cited.run, run.id),
  subject_digest: run.subject_digest,
  contract_digest: run.contract_digest,
  tested_revision: run.tested_revision,
  tested_at: run.tested_at,
  expires_at: run.expires_at,
  checks: checks
    .map(({ kind, outcome, not_applicable_reason: reason }) => ({
      kind,
      outcome,
      ...(reason === '' ? {} : { reason }),
    }))
    .toSorted((a, b) => inOrder(a.kind, b.kind)),
})

const refTo = (cited: CitedRecord | undefined, id: string): RecordRef => ({
  id,
  record_digest: cited ? `sha256:${recordHash(cited.ledger, cited.seq, cited.prev_hash, cited.body)}` : '',
})
