import {
  approvalStates,
  checkKinds,
  deploymentEnvironments,
  type LedgerName,
  operations,
  providerEnvironments,
  subjectFields,
} from '../../record/index.ts'
import { isDigest, isDigestOrNone, isId, isOneOf, isTime } from './patterns.ts'

/** A column that SQLite computes from the body: it cannot say anything else than the bytes that were hashed. */
export interface Column {
  readonly name: string
  /** An expression over `body`. */
  readonly from: string
  readonly type: 'TEXT' | 'INTEGER'
  readonly check?: string
  /** The column may be NULL. */
  readonly optional?: boolean
}

export interface LedgerTable {
  readonly columns: readonly Column[]
  /** Constraints over several columns. */
  readonly constraints: readonly string[]
  /** What an index is for is said by its name. */
  readonly indexes: Readonly<Record<string, string>>
  /** Conditions under which an append is refused, each with the sentence for it. */
  readonly guards: readonly { readonly when: string; readonly says: string }[]
}

const key = (name: string): string => `json_extract(body, '$.${name}')`
const text = (name: string, check?: (column: string) => string): Column => ({
  name,
  from: key(name),
  type: 'TEXT',
  ...(check ? { check: check(name) } : {}),
})
const count = (name: string): Column => ({ name, from: key(name), type: 'INTEGER', check: `${name} >= 0` })
const oneOf =
  (words: readonly string[]): ((column: string) => string) =>
  (column) =>
    isOneOf(column, words)

const review: LedgerTable = {
  columns: [
    text('provider'),
    text('app_fingerprint', isDigest),
    text('provider_environment', oneOf(providerEnvironments)),
    text('instance_fingerprint', isDigestOrNone),
    text('approval_state', oneOf(approvalStates)),
    text('approval_tier'),
    text('source_digest', isDigest),
    text('reviewed_at', isTime),
    text('expires_at', isTime),
  ],
  constraints: [
    'CHECK (expires_at > reviewed_at)',
    // What a run refers to: the very record, its app and its state.
    'UNIQUE (id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)',
  ],
  indexes: { newest: 'provider, app_fingerprint, provider_environment, instance_fingerprint, seq' },
  guards: [],
}

const run: LedgerTable = {
  columns: [
    { name: 'approval_review_id', from: `nullif(${key('approval_review_id')}, '')`, type: 'TEXT', optional: true },
    { name: 'approval_record_hash', from: `nullif(${key('approval_record_hash')}, '')`, type: 'TEXT', optional: true },
    text('evidence_kind', oneOf(['local', 'live'])),
    text('intent', oneOf(['production', 'certification_test'])),
    text('provider'),
    text('app_fingerprint', isDigest),
    text('deployment_environment', oneOf(deploymentEnvironments)),
    text('provider_environment', oneOf(providerEnvironments)),
    text('instance_fingerprint', isDigestOrNone),
    text('account_kind'),
    text('output_profile'),
    text('operation', oneOf(operations)),
    text('policy_mode'),
    text('subject_digest', isDigest),
    text('account_fingerprint', isDigestOrNone),
    // Live evidence is looked up per account, local is not.
    {
      name: 'account_key',
      from: `CASE ${key('evidence_kind')} WHEN 'live' THEN ${key('account_fingerprint')} ELSE '' END`,
      type: 'TEXT',
    },
    {
      name: 'tested_revision',
      from: key('tested_revision'),
      type: 'TEXT',
      check: `length(tested_revision) = 40 AND tested_revision NOT GLOB '*[^0-9a-f]*'`,
    },
    text('contract_digest', isDigest),
    text('approval_state_at_test', oneOf(approvalStates)),
    text('approval_tier_at_test'),
    text('tested_at', isTime),
    text('expires_at', isTime),
    count('check_count'),
    text('checks_digest', isDigest),
    text('result', oneOf(['passed', 'failed'])),
  ],
  constraints: [
    'CHECK (expires_at > tested_at)',
    `CHECK (evidence_kind = 'local' OR (account_fingerprint <> '' AND approval_review_id IS NOT NULL))`,
    'CHECK ((approval_review_id IS NULL) = (approval_record_hash IS NULL))',
    `FOREIGN KEY (approval_review_id, approval_record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state_at_test, approval_tier_at_test)
    REFERENCES provider_approval_reviews (id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)`,
  ],
  indexes: {
    newest: 'subject_digest, evidence_kind, account_key, seq',
    newest_result: 'subject_digest, evidence_kind, account_key, result, seq',
    latest_result: 'subject_digest, evidence_kind, account_key, result, tested_at',
    review: 'approval_review_id',
  },
  guards: [],
}

const check: LedgerTable = {
  columns: [
    text('run_id', isId),
    text('kind', oneOf(checkKinds)),
    text('outcome', oneOf(['passed', 'failed', 'not_applicable'])),
    text('error_class'),
    text('not_applicable_reason'),
    text('external_reference_fingerprint', isDigestOrNone),
    text('completed_at', isTime),
  ],
  constraints: [
    `CHECK ((outcome = 'failed') = (error_class <> ''))`,
    `CHECK ((outcome = 'not_applicable') = (not_applicable_reason <> ''))`,
    `CHECK (outcome <> 'passed' OR kind NOT IN ('publish_immediate', 'publish_scheduled', 'final_result') OR external_reference_fingerprint <> '')`,
    'UNIQUE (run_id, kind)',
    'FOREIGN KEY (run_id) REFERENCES provider_certification_runs (id)',
  ],
  indexes: {},
  guards: [
    {
      // Keeps the checks in the order of their runs, which is how `verify` reads both in one pass.
      when: `NEW.run_id IS NOT (SELECT id FROM provider_certification_runs ORDER BY seq DESC LIMIT 1)`,
      says: 'a check belongs to the newest run',
    },
    {
      when: `EXISTS (SELECT 1 FROM provider_certification_checks WHERE run_id = NEW.run_id AND kind = NEW.kind)`,
      says: 'the run has a check of this kind already',
    },
    {
      when: `(SELECT count(*) FROM provider_certification_checks WHERE run_id = NEW.run_id) >=
      (SELECT check_count FROM provider_certification_runs WHERE id = NEW.run_id)`,
      says: 'the run has all its checks already',
    },
  ],
}

const control: LedgerTable = {
  columns: [
    text('provider'),
    text('app_fingerprint', isDigestOrNone),
    text('deployment_environment', oneOf(['', ...deploymentEnvironments])),
    text('provider_environment', oneOf(['', ...providerEnvironments])),
    text('instance_fingerprint', isDigestOrNone),
    text('account_kind'),
    text('output_profile'),
    text('operation', oneOf(['', ...operations])),
    text('policy_mode'),
    { name: 'selector', from: subjectFields.map(key).join(` || ' ' || `), type: 'TEXT' },
    text('state', oneOf(['enabled', 'degraded', 'disabled'])),
    text('reason_code'),
    text('starts_at', isTime),
    { name: 'expires_at', from: key('expires_at'), type: 'TEXT', optional: true, check: isTime('expires_at') },
  ],
  constraints: ['CHECK (expires_at > starts_at)'],
  indexes: { newest: 'selector, seq' },
  guards: [],
}

export const ledgerTables: Readonly<Record<LedgerName, LedgerTable>> = {
  approval_review: review,
  certification_run: run,
  certification_check: check,
  runtime_control: control,
}
