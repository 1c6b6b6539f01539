import type { LedgerName } from '../record/index.ts'

/** Of migration 077, on every kind of store. */
export const migration = 77

export const tableOf: Readonly<Record<LedgerName, string>> = {
  approval_review: 'provider_approval_reviews',
  certification_run: 'provider_certification_runs',
  certification_check: 'provider_certification_checks',
  runtime_control: 'provider_runtime_control_events',
}

export const checkpointTable = 'ledger_checkpoints'
export const migrationTable = 'ledger_migrations'
