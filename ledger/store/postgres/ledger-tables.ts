import {
  approvalStates,
  checkKinds,
  deploymentEnvironments,
  type LedgerName,
  operations,
  providerEnvironments,
  subjectFields,
} from '../../record/index.ts'
import { tableOf } from '../tables.ts'
import { isDigest, isDigestOrNone, isId, isOneOf, isOperator, isRevision, isTime } from './patterns.ts'

/** A column that PostgreSQL computes from the body: it cannot say anything else than the bytes that were hashed. */
export interface Column {
  readonly name: string
  /** An expression over `body`. */
  readonly from: string
  readonly type: 'text' | 'integer'
  readonly check?: string
  /** The column may be NULL. */
  readonly optional?: boolean
}

export interface LedgerTable {
  readonly columns: readonly Column[]
  /** Constraints over several columns, by name. */
  readonly constraints: Readonly<Record<string, string>>
  readonly indexes: Readonly<Record<string, string>>
}

const key = (name: string): string => `body::json ->> '${name}'`

const text = (name: string, check?: (column: string) => string, from: string = key(name)): Column => ({
  name,
  from,
  type: 'text',
  ...(check ? { check: check(name) } : {}),
})

const optional = (column: Column): Column => ({ ...column, optional: true })
const orNull = (name: string): string => `nullif(${key(name)}, '')`

const common: readonly Column[] = [
  text('id', isId),
  text('operator_ref', isOperator),
  text('created_at', isTime, key('recorded_at')),
]

const review: LedgerTable = {
  columns: [
    ...common,
    text('provider'),
    text('app_fingerprint', isDigest),
    text('provider_environment', isOneOf(providerEnvironments)),
    text('instance_fingerprint', isDigestOrNone),
    text('approval_state', isOneOf(approvalStates)),
    text('approval_tier'),
    text('source_digest', isDigest),
    text('reviewed_at', isTime),
    text('expires_at', isTime),
  ],
  constraints: {
    id_is_unique: 'UNIQUE (id)',
    expires_after_review: 'CHECK (expires_at > reviewed_at)',
    // What a run refers to: the very record, its app and its state.
    is_what_runs_cite:
      'UNIQUE (id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)',
  },
  indexes: { newest: 'provider, app_fingerprint, provider_environment, instance_fingerprint, seq' },
}

const run: LedgerTable = {
  columns: [
    ...common,
    optional(text('approval_review_id', undefined, orNull('approval_review_id'))),
    optional(text('approval_record_hash', undefined, orNull('approval_record_hash'))),
    text('evidence_kind', isOneOf(['local', 'live'])),
    text('intent', isOneOf(['production', 'certification_test'])),
    text('provider'),
    text('app_fingerprint', isDigest),
    text('deployment_environment', isOneOf(deploymentEnvironments)),
    text('provider_environment', isOneOf(providerEnvironments)),
    text('instance_fingerprint', isDigestOrNone),
    text('account_kind'),
    text('output_profile'),
    text('operation', isOneOf(operations)),
    text('policy_mode'),
    text('subject_digest', isDigest),
    text('account_fingerprint', isDigestOrNone),
    // Live evidence is looked up per account, local is not.
    text(
      'account_key',
      undefined,
      `CASE ${key('evidence_kind')} WHEN 'live' THEN ${key('account_fingerprint')} ELSE '' END`,
    ),
    text('tested_revision', isRevision),
    text('contract_digest', isDigest),
    text('approval_state_at_test', isOneOf(approvalStates)),
    text('approval_tier_at_test'),
    text('tested_at', isTime),
    text('expires_at', isTime),
    { name: 'check_count', from: `(${key('check_count')})::integer`, type: 'integer', check: 'check_count >= 0' },
    text('checks_digest', isDigest),
    text('result', isOneOf(['passed', 'failed'])),
  ],
  constraints: {
    id_is_unique: 'UNIQUE (id)',
    expires_after_test: 'CHECK (expires_at > tested_at)',
    live_has_account_and_review: `CHECK (evidence_kind = 'local' OR (account_fingerprint <> '' AND approval_review_id IS NOT NULL))`,
    cites_whole_review: 'CHECK ((approval_review_id IS NULL) = (approval_record_hash IS NULL))',
    cites_a_review: `FOREIGN KEY (approval_review_id, approval_record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state_at_test, approval_tier_at_test)
      REFERENCES ledger.${tableOf.approval_review} (id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)`,
  },
  indexes: {
    newest: 'subject_digest, evidence_kind, account_key, seq',
    newest_result: 'subject_digest, evidence_kind, account_key, result, seq',
    latest_result: 'subject_digest, evidence_kind, account_key, result, tested_at',
  },
}

const check: LedgerTable = {
  columns: [
    ...common,
    text('run_id', isId),
    text('kind', isOneOf(checkKinds)),
    text('outcome', isOneOf(['passed', 'failed', 'not_applicable'])),
    text('error_class'),
    text('not_applicable_reason'),
    text('external_reference_fingerprint', isDigestOrNone),
    text('completed_at', isTime),
  ],
  constraints: {
    id_is_unique: 'UNIQUE (id)',
    has_class_when_failed: `CHECK ((outcome = 'failed') = (error_class <> ''))`,
    has_reason_when_not_applicable: `CHECK ((outcome = 'not_applicable') = (not_applicable_reason <> ''))`,
    has_reference_when_published: `CHECK (outcome <> 'passed' OR kind NOT IN ('publish_immediate', 'publish_scheduled', 'final_result') OR external_reference_fingerprint <> '')`,
    one_of_a_kind: 'UNIQUE (run_id, kind)',
    belongs_to_a_run: `FOREIGN KEY (run_id) REFERENCES ledger.${tableOf.certification_run} (id)`,
  },
  indexes: {},
}

const control: LedgerTable = {
  columns: [
    ...common,
    text('provider'),
    text('selector', undefined, subjectFields.map((field) => `(${key(field)})`).join(` || ' ' || `)),
    text('state', isOneOf(['enabled', 'degraded', 'disabled'])),
    text('reason_code'),
    text('starts_at', isTime),
    optional(text('expires_at', isTime)),
  ],
  constraints: { id_is_unique: 'UNIQUE (id)', expires_after_start: 'CHECK (expires_at > starts_at)' },
  indexes: { newest: 'selector, seq' },
}

export const ledgerTables: Readonly<Record<LedgerName, LedgerTable>> = {
  approval_review: review,
  certification_run: run,
  certification_check: check,
  runtime_control: control,
}
