import type { Facts } from './facts.ts'

/** Effective states in the order in which one wins over the other; `healthy` has no blocker. */
export const states = [
  'disabled',
  'unsupported',
  'needs_configuration',
  'reconnect_required',
  'degraded',
  'approval_required',
  'trial_only',
  'policy_restricted',
  'expired_proof',
  'certification_required',
  'healthy',
] as const
export type State = (typeof states)[number]

/** Every blocker, with the state that it stands for, in the order in which they are listed. */
export const stateOfBlocker = {
  disabled: 'disabled',
  unsupported: 'unsupported',
  missing_configuration: 'needs_configuration',
  configuration_mismatch: 'needs_configuration',
  wrong_deployment_environment: 'needs_configuration',
  wrong_provider_environment: 'needs_configuration',
  reconnect_required: 'reconnect_required',
  authorization_expired: 'reconnect_required',
  missing_scope: 'reconnect_required',
  readiness_evidence_unavailable: 'degraded',
  invalid_subject: 'degraded',
  invalid_evaluation: 'degraded',
  degraded: 'degraded',
  unknown_runtime_control: 'degraded',
  approval_required: 'approval_required',
  approval_expired: 'approval_required',
  trial_only: 'trial_only',
  policy_restricted: 'policy_restricted',
  unknown_policy: 'policy_restricted',
  local_evidence_expired: 'expired_proof',
  live_evidence_expired: 'expired_proof',
  local_evidence_missing: 'certification_required',
  local_evidence_mismatch: 'certification_required',
  local_evidence_failed: 'certification_required',
  live_evidence_missing: 'certification_required',
  live_evidence_mismatch: 'certification_required',
  live_evidence_failed: 'certification_required',
} as const
export type BlockerCode = keyof typeof stateOfBlocker

export interface Blocker {
  readonly code: BlockerCode
  /** The scope, for `missing_scope`. */
  readonly detail?: string
}

/** What may be done now with one exact subject (§3.1). A decision with any blocker permits nothing. */
export interface Decision {
  readonly state: State
  /** The contract that evidence is measured against; absent for operations that have none. */
  readonly contract_digest?: string
  readonly executable: boolean
  readonly connectable: boolean
  readonly publishable: boolean
  /** A public claim may be made (§10). */
  readonly advertisable: boolean
  readonly facts: Facts
  /** All of them, most serious first; absent when there is none. */
  readonly blockers?: readonly Blocker[]
}
