// Written by catalog.test.ts with U=1.
export const expectedCatalog: string = `
column ledger_checkpoints.envelope: number 2, text, collation C, not null
column ledger_checkpoints.seq: number 1, bigint, not null
column ledger_migrations.version: number 1, integer, not null
column provider_approval_reviews.app_fingerprint: number 10, text, collation C, not null, generated, ((body)::json ->> 'app_fingerprint'::text)
column provider_approval_reviews.approval_state: number 13, text, collation C, not null, generated, ((body)::json ->> 'approval_state'::text)
column provider_approval_reviews.approval_tier: number 14, text, collation C, not null, generated, ((body)::json ->> 'approval_tier'::text)
column provider_approval_reviews.body: number 4, text, collation C, not null
column provider_approval_reviews.created_at: number 8, text, collation C, not null, generated, ((body)::json ->> 'recorded_at'::text)
column provider_approval_reviews.expires_at: number 17, text, collation C, not null, generated, ((body)::json ->> 'expires_at'::text)
column provider_approval_reviews.id: number 6, text, collation C, not null, generated, ((body)::json ->> 'id'::text)
column provider_approval_reviews.instance_fingerprint: number 12, text, collation C, not null, generated, ((body)::json ->> 'instance_fingerprint'::text)
column provider_approval_reviews.operator_ref: number 7, text, collation C, not null, generated, ((body)::json ->> 'operator_ref'::text)
column provider_approval_reviews.prev_hash: number 2, text, collation C, not null
column provider_approval_reviews.provider: number 9, text, collation C, not null, generated, ((body)::json ->> 'provider'::text)
column provider_approval_reviews.provider_environment: number 11, text, collation C, not null, generated, ((body)::json ->> 'provider_environment'::text)
column provider_approval_reviews.record_hash: number 3, text, collation C, not null
column provider_approval_reviews.reviewed_at: number 16, text, collation C, not null, generated, ((body)::json ->> 'reviewed_at'::text)
column provider_approval_reviews.seq: number 1, bigint, not null
column provider_approval_reviews.signatures: number 5, text, collation C, not null
column provider_approval_reviews.source_digest: number 15, text, collation C, not null, generated, ((body)::json ->> 'source_digest'::text)
column provider_certification_checks.body: number 4, text, collation C, not null
column provider_certification_checks.completed_at: number 15, text, collation C, not null, generated, ((body)::json ->> 'completed_at'::text)
column provider_certification_checks.created_at: number 8, text, collation C, not null, generated, ((body)::json ->> 'recorded_at'::text)
column provider_certification_checks.error_class: number 12, text, collation C, not null, generated, ((body)::json ->> 'error_class'::text)
column provider_certification_checks.external_reference_fingerprint: number 14, text, collation C, not null, generated, ((body)::json ->> 'external_reference_fingerprint'::text)
column provider_certification_checks.id: number 6, text, collation C, not null, generated, ((body)::json ->> 'id'::text)
column provider_certification_checks.kind: number 10, text, collation C, not null, generated, ((body)::json ->> 'kind'::text)
column provider_certification_checks.not_applicable_reason: number 13, text, collation C, not null, generated, ((body)::json ->> 'not_applicable_reason'::text)
column provider_certification_checks.operator_ref: number 7, text, collation C, not null, generated, ((body)::json ->> 'operator_ref'::text)
column provider_certification_checks.outcome: number 11, text, collation C, not null, generated, ((body)::json ->> 'outcome'::text)
column provider_certification_checks.prev_hash: number 2, text, collation C, not null
column provider_certification_checks.record_hash: number 3, text, collation C, not null
column provider_certification_checks.run_id: number 9, text, collation C, not null, generated, ((body)::json ->> 'run_id'::text)
column provider_certification_checks.seq: number 1, bigint, not null
column provider_certification_checks.signatures: number 5, text, collation C, not null
column provider_certification_runs.account_fingerprint: number 23, text, collation C, not null, generated, ((body)::json ->> 'account_fingerprint'::text)
column provider_certification_runs.account_key: number 24, text, collation C, not null, generated, CASE ((body)::json ->> 'evidence_kind'::text) WHEN 'live'::text THEN ((body)::json ->> 'account_fingerprint'::text) ELSE ''::text END
column provider_certification_runs.account_kind: number 18, text, collation C, not null, generated, ((body)::json ->> 'account_kind'::text)
column provider_certification_runs.app_fingerprint: number 14, text, collation C, not null, generated, ((body)::json ->> 'app_fingerprint'::text)
column provider_certification_runs.approval_record_hash: number 10, text, collation C, generated, NULLIF(((body)::json ->> 'approval_record_hash'::text), ''::text)
column provider_certification_runs.approval_review_id: number 9, text, collation C, generated, NULLIF(((body)::json ->> 'approval_review_id'::text), ''::text)
column provider_certification_runs.approval_state_at_test: number 27, text, collation C, not null, generated, ((body)::json ->> 'approval_state_at_test'::text)
column provider_certification_runs.approval_tier_at_test: number 28, text, collation C, not null, generated, ((body)::json ->> 'approval_tier_at_test'::text)
column provider_certification_runs.body: number 4, text, collation C, not null
column provider_certification_runs.check_count: number 31, integer, not null, generated, (((body)::json ->> 'check_count'::text))::integer
column provider_certification_runs.checks_digest: number 32, text, collation C, not null, generated, ((body)::json ->> 'checks_digest'::text)
column provider_certification_runs.contract_digest: number 26, text, collation C, not null, generated, ((body)::json ->> 'contract_digest'::text)
column provider_certification_runs.created_at: number 8, text, collation C, not null, generated, ((body)::json ->> 'recorded_at'::text)
column provider_certification_runs.deployment_environment: number 15, text, collation C, not null, generated, ((body)::json ->> 'deployment_environment'::text)
column provider_certification_runs.evidence_kind: number 11, text, collation C, not null, generated, ((body)::json ->> 'evidence_kind'::text)
column provider_certification_runs.expires_at: number 30, text, collation C, not null, generated, ((body)::json ->> 'expires_at'::text)
column provider_certification_runs.id: number 6, text, collation C, not null, generated, ((body)::json ->> 'id'::text)
column provider_certification_runs.instance_fingerprint: number 17, text, collation C, not null, generated, ((body)::json ->> 'instance_fingerprint'::text)
column provider_certification_runs.intent: number 12, text, collation C, not null, generated, ((body)::json ->> 'intent'::text)
column provider_certification_runs.operation: number 20, text, collation C, not null, generated, ((body)::json ->> 'operation'::text)
column provider_certification_runs.operator_ref: number 7, text, collation C, not null, generated, ((body)::json ->> 'operator_ref'::text)
column provider_certification_runs.output_profile: number 19, text, collation C, not null, generated, ((body)::json ->> 'output_profile'::text)
column provider_certification_runs.policy_mode: number 21, text, collation C, not null, generated, ((body)::json ->> 'policy_mode'::text)
column provider_certification_runs.prev_hash: number 2, text, collation C, not null
column provider_certification_runs.provider: number 13, text, collation C, not null, generated, ((body)::json ->> 'provider'::text)
column provider_certification_runs.provider_environment: number 16, text, collation C, not null, generated, ((body)::json ->> 'provider_environment'::text)
column provider_certification_runs.record_hash: number 3, text, collation C, not null
column provider_certification_runs.result: number 33, text, collation C, not null, generated, ((body)::json ->> 'result'::text)
column provider_certification_runs.seq: number 1, bigint, not null
column provider_certification_runs.signatures: number 5, text, collation C, not null
column provider_certification_runs.subject_digest: number 22, text, collation C, not null, generated, ((body)::json ->> 'subject_digest'::text)
column provider_certification_runs.tested_at: number 29, text, collation C, not null, generated, ((body)::json ->> 'tested_at'::text)
column provider_certification_runs.tested_revision: number 25, text, collation C, not null, generated, ((body)::json ->> 'tested_revision'::text)
column provider_runtime_control_events.body: number 4, text, collation C, not null
column provider_runtime_control_events.created_at: number 8, text, collation C, not null, generated, ((body)::json ->> 'recorded_at'::text)
column provider_runtime_control_events.expires_at: number 14, text, collation C, generated, ((body)::json ->> 'expires_at'::text)
column provider_runtime_control_events.id: number 6, text, collation C, not null, generated, ((body)::json ->> 'id'::text)
column provider_runtime_control_events.operator_ref: number 7, text, collation C, not null, generated, ((body)::json ->> 'operator_ref'::text)
column provider_runtime_control_events.prev_hash: number 2, text, collation C, not null
column provider_runtime_control_events.provider: number 9, text, collation C, not null, generated, ((body)::json ->> 'provider'::text)
column provider_runtime_control_events.reason_code: number 12, text, collation C, not null, generated, ((body)::json ->> 'reason_code'::text)
column provider_runtime_control_events.record_hash: number 3, text, collation C, not null
column provider_runtime_control_events.selector: number 10, text, collation C, not null, generated, ((((((((((((((((((body)::json ->> 'provider'::text) || ' '::text) || ((body)::json ->> 'app_fingerprint'::text)) || ' '::text) || ((body)::json ->> 'deployment_environment'::text)) || ' '::text) || ((body)::json ->> 'provider_environment'::text)) || ' '::text) || ((body)::json ->> 'instance_fingerprint'::text)) || ' '::text) || ((body)::json ->> 'account_kind'::text)) || ' '::text) || ((body)::json ->> 'output_profile'::text)) || ' '::text) || ((body)::json ->> 'operation'::text)) || ' '::text) || ((body)::json ->> 'policy_mode'::text))
column provider_runtime_control_events.seq: number 1, bigint, not null
column provider_runtime_control_events.signatures: number 5, text, collation C, not null
column provider_runtime_control_events.starts_at: number 13, text, collation C, not null, generated, ((body)::json ->> 'starts_at'::text)
column provider_runtime_control_events.state: number 11, text, collation C, not null, generated, ((body)::json ->> 'state'::text)
constraint account_fingerprint_is_well_formed on provider_certification_runs: CHECK (((account_fingerprint = ''::text) OR (account_fingerprint ~ '^sha256:[0-9a-f]{64}$'::text)))
constraint app_fingerprint_is_well_formed on provider_approval_reviews: CHECK ((app_fingerprint ~ '^sha256:[0-9a-f]{64}$'::text))
constraint app_fingerprint_is_well_formed on provider_certification_runs: CHECK ((app_fingerprint ~ '^sha256:[0-9a-f]{64}$'::text))
constraint approval_state_at_test_is_well_formed on provider_certification_runs: CHECK ((approval_state_at_test = ANY (ARRAY['unknown'::text, 'not_required'::text, 'pending'::text, 'trial'::text, 'approved'::text, 'restricted'::text, 'revoked'::text])))
constraint approval_state_is_well_formed on provider_approval_reviews: CHECK ((approval_state = ANY (ARRAY['unknown'::text, 'not_required'::text, 'pending'::text, 'trial'::text, 'approved'::text, 'restricted'::text, 'revoked'::text])))
constraint belongs_here on provider_approval_reviews: CHECK (((((body)::json ->> 'ledger'::text) = 'approval_review'::text) AND (((body)::json ->> 'v'::text) = '1'::text)))
constraint belongs_here on provider_certification_checks: CHECK (((((body)::json ->> 'ledger'::text) = 'certification_check'::text) AND (((body)::json ->> 'v'::text) = '1'::text)))
constraint belongs_here on provider_certification_runs: CHECK (((((body)::json ->> 'ledger'::text) = 'certification_run'::text) AND (((body)::json ->> 'v'::text) = '1'::text)))
constraint belongs_here on provider_runtime_control_events: CHECK (((((body)::json ->> 'ledger'::text) = 'runtime_control'::text) AND (((body)::json ->> 'v'::text) = '1'::text)))
constraint belongs_to_a_run on provider_certification_checks: FOREIGN KEY (run_id) REFERENCES ledger.provider_certification_runs(id)
constraint body_is_plain on provider_approval_reviews: CHECK (((length(body) <= 16384) AND (body ~ '^[!-\\[\\]-~]{2,}$'::text)))
constraint body_is_plain on provider_certification_checks: CHECK (((length(body) <= 16384) AND (body ~ '^[!-\\[\\]-~]{2,}$'::text)))
constraint body_is_plain on provider_certification_runs: CHECK (((length(body) <= 16384) AND (body ~ '^[!-\\[\\]-~]{2,}$'::text)))
constraint body_is_plain on provider_runtime_control_events: CHECK (((length(body) <= 16384) AND (body ~ '^[!-\\[\\]-~]{2,}$'::text)))
constraint check_count_is_well_formed on provider_certification_runs: CHECK ((check_count >= 0))
constraint checks_digest_is_well_formed on provider_certification_runs: CHECK ((checks_digest ~ '^sha256:[0-9a-f]{64}$'::text))
constraint cites_a_review on provider_certification_runs: FOREIGN KEY (approval_review_id, approval_record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state_at_test, approval_tier_at_test) REFERENCES ledger.provider_approval_reviews(id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)
constraint cites_whole_review on provider_certification_runs: CHECK (((approval_review_id IS NULL) = (approval_record_hash IS NULL)))
constraint completed_at_is_well_formed on provider_certification_checks: CHECK ((completed_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint contract_digest_is_well_formed on provider_certification_runs: CHECK ((contract_digest ~ '^sha256:[0-9a-f]{64}$'::text))
constraint created_at_is_well_formed on provider_approval_reviews: CHECK ((created_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint created_at_is_well_formed on provider_certification_checks: CHECK ((created_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint created_at_is_well_formed on provider_certification_runs: CHECK ((created_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint created_at_is_well_formed on provider_runtime_control_events: CHECK ((created_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint deployment_environment_is_well_formed on provider_certification_runs: CHECK ((deployment_environment = ANY (ARRAY['unknown'::text, 'local'::text, 'staging'::text, 'production'::text])))
constraint envelope_is_an_object on ledger_checkpoints: CHECK (((length(envelope) <= 16384) AND (json_typeof((envelope)::json) = 'object'::text)))
constraint evidence_kind_is_well_formed on provider_certification_runs: CHECK ((evidence_kind = ANY (ARRAY['local'::text, 'live'::text])))
constraint expires_after_review on provider_approval_reviews: CHECK ((expires_at > reviewed_at))
constraint expires_after_start on provider_runtime_control_events: CHECK ((expires_at > starts_at))
constraint expires_after_test on provider_certification_runs: CHECK ((expires_at > tested_at))
constraint expires_at_is_well_formed on provider_approval_reviews: CHECK ((expires_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint expires_at_is_well_formed on provider_certification_runs: CHECK ((expires_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint expires_at_is_well_formed on provider_runtime_control_events: CHECK ((expires_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint external_reference_fingerprint_is_well_formed on provider_certification_checks: CHECK (((external_reference_fingerprint = ''::text) OR (external_reference_fingerprint ~ '^sha256:[0-9a-f]{64}$'::text)))
constraint guard_run on provider_certification_runs: TRIGGER DEFERRABLE INITIALLY DEFERRED
constraint has_class_when_failed on provider_certification_checks: CHECK (((outcome = 'failed'::text) = (error_class <> ''::text)))
constraint has_reason_when_not_applicable on provider_certification_checks: CHECK (((outcome = 'not_applicable'::text) = (not_applicable_reason <> ''::text)))
constraint has_reference_when_published on provider_certification_checks: CHECK (((outcome <> 'passed'::text) OR (kind <> ALL (ARRAY['publish_immediate'::text, 'publish_scheduled'::text, 'final_result'::text])) OR (external_reference_fingerprint <> ''::text)))
constraint hash_is_right on provider_approval_reviews: CHECK ((record_hash = encode(sha256(convert_to((((((((('evidence-ledger/v1'::text || chr(10)) || 'approval_review'::text) || chr(10)) || seq) || chr(10)) || prev_hash) || chr(10)) || body), 'UTF8'::name)), 'hex'::text)))
constraint hash_is_right on provider_certification_checks: CHECK ((record_hash = encode(sha256(convert_to((((((((('evidence-ledger/v1'::text || chr(10)) || 'certification_check'::text) || chr(10)) || seq) || chr(10)) || prev_hash) || chr(10)) || body), 'UTF8'::name)), 'hex'::text)))
constraint hash_is_right on provider_certification_runs: CHECK ((record_hash = encode(sha256(convert_to((((((((('evidence-ledger/v1'::text || chr(10)) || 'certification_run'::text) || chr(10)) || seq) || chr(10)) || prev_hash) || chr(10)) || body), 'UTF8'::name)), 'hex'::text)))
constraint hash_is_right on provider_runtime_control_events: CHECK ((record_hash = encode(sha256(convert_to((((((((('evidence-ledger/v1'::text || chr(10)) || 'runtime_control'::text) || chr(10)) || seq) || chr(10)) || prev_hash) || chr(10)) || body), 'UTF8'::name)), 'hex'::text)))
constraint id_is_well_formed on provider_approval_reviews: CHECK ((((length(id) >= 8) AND (length(id) <= 128)) AND (id ~ '^[A-Za-z0-9]+([._:-][A-Za-z0-9]+)*$'::text)))
constraint id_is_well_formed on provider_certification_checks: CHECK ((((length(id) >= 8) AND (length(id) <= 128)) AND (id ~ '^[A-Za-z0-9]+([._:-][A-Za-z0-9]+)*$'::text)))
constraint id_is_well_formed on provider_certification_runs: CHECK ((((length(id) >= 8) AND (length(id) <= 128)) AND (id ~ '^[A-Za-z0-9]+([._:-][A-Za-z0-9]+)*$'::text)))
constraint id_is_well_formed on provider_runtime_control_events: CHECK ((((length(id) >= 8) AND (length(id) <= 128)) AND (id ~ '^[A-Za-z0-9]+([._:-][A-Za-z0-9]+)*$'::text)))
constraint instance_fingerprint_is_well_formed on provider_approval_reviews: CHECK (((instance_fingerprint = ''::text) OR (instance_fingerprint ~ '^sha256:[0-9a-f]{64}$'::text)))
constraint instance_fingerprint_is_well_formed on provider_certification_runs: CHECK (((instance_fingerprint = ''::text) OR (instance_fingerprint ~ '^sha256:[0-9a-f]{64}$'::text)))
constraint intent_is_well_formed on provider_certification_runs: CHECK ((intent = ANY (ARRAY['production'::text, 'certification_test'::text])))
constraint is_ours on ledger_migrations: CHECK ((version = 77))
constraint kind_is_well_formed on provider_certification_checks: CHECK ((kind = ANY (ARRAY['connect'::text, 'authorization'::text, 'publish_immediate'::text, 'publish_scheduled'::text, 'final_result'::text, 'refresh'::text, 'revoke'::text])))
constraint ledger_checkpoints_pkey on ledger_checkpoints: PRIMARY KEY (seq)
constraint ledger_migrations_pkey on ledger_migrations: PRIMARY KEY (version)
constraint links_to_a_hash on provider_approval_reviews: CHECK ((prev_hash ~ '^[0-9a-f]{64}$'::text))
constraint links_to_a_hash on provider_certification_checks: CHECK ((prev_hash ~ '^[0-9a-f]{64}$'::text))
constraint links_to_a_hash on provider_certification_runs: CHECK ((prev_hash ~ '^[0-9a-f]{64}$'::text))
constraint links_to_a_hash on provider_runtime_control_events: CHECK ((prev_hash ~ '^[0-9a-f]{64}$'::text))
constraint live_has_account_and_review on provider_certification_runs: CHECK (((evidence_kind = 'local'::text) OR ((account_fingerprint <> ''::text) AND (approval_review_id IS NOT NULL))))
constraint operation_is_well_formed on provider_certification_runs: CHECK ((operation = ANY (ARRAY['connect'::text, 'publish_immediate'::text, 'publish_scheduled'::text, 'refresh'::text, 'revoke'::text])))
constraint operator_ref_is_well_formed on provider_approval_reviews: CHECK ((operator_ref ~ '^operator:hmac-sha256:[0-9a-f]{16}:[0-9a-f]{64}$'::text))
constraint operator_ref_is_well_formed on provider_certification_checks: CHECK ((operator_ref ~ '^operator:hmac-sha256:[0-9a-f]{16}:[0-9a-f]{64}$'::text))
constraint operator_ref_is_well_formed on provider_certification_runs: CHECK ((operator_ref ~ '^operator:hmac-sha256:[0-9a-f]{16}:[0-9a-f]{64}$'::text))
constraint operator_ref_is_well_formed on provider_runtime_control_events: CHECK ((operator_ref ~ '^operator:hmac-sha256:[0-9a-f]{16}:[0-9a-f]{64}$'::text))
constraint outcome_is_well_formed on provider_certification_checks: CHECK ((outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'not_applicable'::text])))
constraint provider_approval_reviews_id_is_unique on provider_approval_reviews: UNIQUE (id)
constraint provider_approval_reviews_is_what_runs_cite on provider_approval_reviews: UNIQUE (id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)
constraint provider_approval_reviews_pkey on provider_approval_reviews: PRIMARY KEY (seq)
constraint provider_approval_reviews_prev_hash_key on provider_approval_reviews: UNIQUE (prev_hash)
constraint provider_approval_reviews_record_hash_key on provider_approval_reviews: UNIQUE (record_hash)
constraint provider_certification_checks_id_is_unique on provider_certification_checks: UNIQUE (id)
constraint provider_certification_checks_one_of_a_kind on provider_certification_checks: UNIQUE (run_id, kind)
constraint provider_certification_checks_pkey on provider_certification_checks: PRIMARY KEY (seq)
constraint provider_certification_checks_prev_hash_key on provider_certification_checks: UNIQUE (prev_hash)
constraint provider_certification_checks_record_hash_key on provider_certification_checks: UNIQUE (record_hash)
constraint provider_certification_runs_id_is_unique on provider_certification_runs: UNIQUE (id)
constraint provider_certification_runs_pkey on provider_certification_runs: PRIMARY KEY (seq)
constraint provider_certification_runs_prev_hash_key on provider_certification_runs: UNIQUE (prev_hash)
constraint provider_certification_runs_record_hash_key on provider_certification_runs: UNIQUE (record_hash)
constraint provider_environment_is_well_formed on provider_approval_reviews: CHECK ((provider_environment = ANY (ARRAY['unknown'::text, 'development'::text, 'sandbox'::text, 'production'::text])))
constraint provider_environment_is_well_formed on provider_certification_runs: CHECK ((provider_environment = ANY (ARRAY['unknown'::text, 'development'::text, 'sandbox'::text, 'production'::text])))
constraint provider_runtime_control_events_id_is_unique on provider_runtime_control_events: UNIQUE (id)
constraint provider_runtime_control_events_pkey on provider_runtime_control_events: PRIMARY KEY (seq)
constraint provider_runtime_control_events_prev_hash_key on provider_runtime_control_events: UNIQUE (prev_hash)
constraint provider_runtime_control_events_record_hash_key on provider_runtime_control_events: UNIQUE (record_hash)
constraint result_is_well_formed on provider_certification_runs: CHECK ((result = ANY (ARRAY['passed'::text, 'failed'::text])))
constraint reviewed_at_is_well_formed on provider_approval_reviews: CHECK ((reviewed_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint run_id_is_well_formed on provider_certification_checks: CHECK ((((length(run_id) >= 8) AND (length(run_id) <= 128)) AND (run_id ~ '^[A-Za-z0-9]+([._:-][A-Za-z0-9]+)*$'::text)))
constraint signatures_are_plain on provider_approval_reviews: CHECK (((length(signatures) <= 4096) AND (signatures ~ '^[!-\\[\\]-~]{2,}$'::text) AND (json_typeof((signatures)::json) = 'array'::text)))
constraint signatures_are_plain on provider_certification_checks: CHECK (((length(signatures) <= 4096) AND (signatures ~ '^[!-\\[\\]-~]{2,}$'::text) AND (json_typeof((signatures)::json) = 'array'::text)))
constraint signatures_are_plain on provider_certification_runs: CHECK (((length(signatures) <= 4096) AND (signatures ~ '^[!-\\[\\]-~]{2,}$'::text) AND (json_typeof((signatures)::json) = 'array'::text)))
constraint signatures_are_plain on provider_runtime_control_events: CHECK (((length(signatures) <= 4096) AND (signatures ~ '^[!-\\[\\]-~]{2,}$'::text) AND (json_typeof((signatures)::json) = 'array'::text)))
constraint source_digest_is_well_formed on provider_approval_reviews: CHECK ((source_digest ~ '^sha256:[0-9a-f]{64}$'::text))
constraint starts_at_is_well_formed on provider_runtime_control_events: CHECK ((starts_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint starts_at_one on provider_approval_reviews: CHECK ((seq >= 1))
constraint starts_at_one on provider_certification_checks: CHECK ((seq >= 1))
constraint starts_at_one on provider_certification_runs: CHECK ((seq >= 1))
constraint starts_at_one on provider_runtime_control_events: CHECK ((seq >= 1))
constraint state_is_well_formed on provider_runtime_control_events: CHECK ((state = ANY (ARRAY['enabled'::text, 'degraded'::text, 'disabled'::text])))
constraint subject_digest_is_well_formed on provider_certification_runs: CHECK ((subject_digest ~ '^sha256:[0-9a-f]{64}$'::text))
constraint tested_at_is_well_formed on provider_certification_runs: CHECK ((tested_at ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'::text))
constraint tested_revision_is_well_formed on provider_certification_runs: CHECK ((tested_revision ~ '^[0-9a-f]{40}$'::text))
function guard_append(): owner touchstone_ledger_owner, plpgsql, kind f, volatility v, search_path=pg_catalog, pg_temp, source 117f5e83e39acf22e3e110f16788bb12769c46a0b9f7d75b3d840383a9a3541c
function guard_check(): owner touchstone_ledger_owner, plpgsql, kind f, volatility v, search_path=pg_catalog, pg_temp, source 56c915d6a093a2b0c72ab4480844b95d582875f72e0f6cb5954bc1797b1f204d
function guard_checkpoint(): owner touchstone_ledger_owner, plpgsql, kind f, volatility v, search_path=pg_catalog, pg_temp, source 13f7d1b4748aa4c34a9004bb77bbd7e1098f5ac4f3c52412361e09913d634b4f
function guard_run(): owner touchstone_ledger_owner, plpgsql, kind f, volatility v, search_path=pg_catalog, pg_temp, source cbbafc30c45d8fed1137985889254155181fbcf79457dd10c0eca6ae7b60210f
function refuse_change(): owner touchstone_ledger_owner, plpgsql, kind f, volatility v, search_path=pg_catalog, pg_temp, source 861766835f83cf2a76dbb2d03da67305e92a650772dc06c8d7896d2c6680b441
relation ledger_checkpoints: kind r, persistence p, owner touchstone_ledger_owner
relation ledger_checkpoints_pkey: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX ledger_checkpoints_pkey ON ledger.ledger_checkpoints USING btree (seq)
relation ledger_migrations: kind r, persistence p, owner touchstone_ledger_owner
relation ledger_migrations_pkey: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX ledger_migrations_pkey ON ledger.ledger_migrations USING btree (version)
relation provider_approval_reviews: kind r, persistence p, owner touchstone_ledger_owner
relation provider_approval_reviews_id_is_unique: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_approval_reviews_id_is_unique ON ledger.provider_approval_reviews USING btree (id)
relation provider_approval_reviews_is_what_runs_cite: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_approval_reviews_is_what_runs_cite ON ledger.provider_approval_reviews USING btree (id, record_hash, provider, app_fingerprint, provider_environment, instance_fingerprint, approval_state, approval_tier)
relation provider_approval_reviews_newest: kind i, persistence p, owner touchstone_ledger_owner, CREATE INDEX provider_approval_reviews_newest ON ledger.provider_approval_reviews USING btree (provider, app_fingerprint, provider_environment, instance_fingerprint, seq)
relation provider_approval_reviews_pkey: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_approval_reviews_pkey ON ledger.provider_approval_reviews USING btree (seq)
relation provider_approval_reviews_prev_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_approval_reviews_prev_hash_key ON ledger.provider_approval_reviews USING btree (prev_hash)
relation provider_approval_reviews_record_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_approval_reviews_record_hash_key ON ledger.provider_approval_reviews USING btree (record_hash)
relation provider_certification_checks: kind r, persistence p, owner touchstone_ledger_owner
relation provider_certification_checks_id_is_unique: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_checks_id_is_unique ON ledger.provider_certification_checks USING btree (id)
relation provider_certification_checks_one_of_a_kind: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_checks_one_of_a_kind ON ledger.provider_certification_checks USING btree (run_id, kind)
relation provider_certification_checks_pkey: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_checks_pkey ON ledger.provider_certification_checks USING btree (seq)
relation provider_certification_checks_prev_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_checks_prev_hash_key ON ledger.provider_certification_checks USING btree (prev_hash)
relation provider_certification_checks_record_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_checks_record_hash_key ON ledger.provider_certification_checks USING btree (record_hash)
relation provider_certification_runs: kind r, persistence p, owner touchstone_ledger_owner
relation provider_certification_runs_id_is_unique: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_runs_id_is_unique ON ledger.provider_certification_runs USING btree (id)
relation provider_certification_runs_latest_result: kind i, persistence p, owner touchstone_ledger_owner, CREATE INDEX provider_certification_runs_latest_result ON ledger.provider_certification_runs USING btree (subject_digest, evidence_kind, account_key, result, tested_at)
relation provider_certification_runs_newest: kind i, persistence p, owner touchstone_ledger_owner, CREATE INDEX provider_certification_runs_newest ON ledger.provider_certification_runs USING btree (subject_digest, evidence_kind, account_key, seq)
relation provider_certification_runs_newest_result: kind i, persistence p, owner touchstone_ledger_owner, CREATE INDEX provider_certification_runs_newest_result ON ledger.provider_certification_runs USING btree (subject_digest, evidence_kind, account_key, result, seq)
relation provider_certification_runs_pkey: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_runs_pkey ON ledger.provider_certification_runs USING btree (seq)
relation provider_certification_runs_prev_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_runs_prev_hash_key ON ledger.provider_certification_runs USING btree (prev_hash)
relation provider_certification_runs_record_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_certification_runs_record_hash_key ON ledger.provider_certification_runs USING btree (record_hash)
relation provider_runtime_control_events: kind r, persistence p, owner touchstone_ledger_owner
relation provider_runtime_control_events_id_is_unique: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_runtime_control_events_id_is_unique ON ledger.provider_runtime_control_events USING btree (id)
relation provider_runtime_control_events_newest: kind i, persistence p, owner touchstone_ledger_owner, CREATE INDEX provider_runtime_control_events_newest ON ledger.provider_runtime_control_events USING btree (selector, seq)
relation provider_runtime_control_events_pkey: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_runtime_control_events_pkey ON ledger.provider_runtime_control_events USING btree (seq)
relation provider_runtime_control_events_prev_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_runtime_control_events_prev_hash_key ON ledger.provider_runtime_control_events USING btree (prev_hash)
relation provider_runtime_control_events_record_hash_key: kind i, persistence p, owner touchstone_ledger_owner, CREATE UNIQUE INDEX provider_runtime_control_events_record_hash_key ON ledger.provider_runtime_control_events USING btree (record_hash)
rights of touchstone_ledger_reader on ledger_checkpoints: SELECT
rights of touchstone_ledger_reader on ledger_migrations: SELECT
rights of touchstone_ledger_reader on provider_approval_reviews: SELECT
rights of touchstone_ledger_reader on provider_certification_checks: SELECT
rights of touchstone_ledger_reader on provider_certification_runs: SELECT
rights of touchstone_ledger_reader on provider_runtime_control_events: SELECT
rights of touchstone_ledger_reader on schema: USAGE
rights of touchstone_ledger_writer on ledger_checkpoints: INSERT, SELECT
rights of touchstone_ledger_writer on ledger_migrations: SELECT
rights of touchstone_ledger_writer on provider_approval_reviews: INSERT, SELECT
rights of touchstone_ledger_writer on provider_certification_checks: INSERT, SELECT
rights of touchstone_ledger_writer on provider_certification_runs: INSERT, SELECT
rights of touchstone_ledger_writer on provider_runtime_control_events: INSERT, SELECT
rights of touchstone_ledger_writer on schema: USAGE
role touchstone_ledger_owner: does not log in
role touchstone_ledger_reader: does not log in
role touchstone_ledger_writer: does not log in
schema: owner touchstone_ledger_owner
trigger guard_append on provider_approval_reviews: fires A, CREATE TRIGGER guard_append BEFORE INSERT ON ledger.provider_approval_reviews FOR EACH ROW EXECUTE FUNCTION ledger.guard_append('app_fingerprint approval_state approval_tier expires_at fp_alg fp_key_id id instance_fingerprint ledger operator_ref provider provider_environment recorded_at reviewed_at source_digest source_ref v')
trigger guard_append on provider_certification_checks: fires A, CREATE TRIGGER guard_append BEFORE INSERT ON ledger.provider_certification_checks FOR EACH ROW EXECUTE FUNCTION ledger.guard_append('cases_digest cases_failed cases_inapplicable cases_inconclusive cases_passed completed_at error_class external_reference_fingerprint fp_alg fp_key_id id kind ledger not_applicable_reason operator_ref outcome recorded_at run_id v')
trigger guard_append on provider_certification_runs: fires A, CREATE TRIGGER guard_append BEFORE INSERT ON ledger.provider_certification_runs FOR EACH ROW EXECUTE FUNCTION ledger.guard_append('account_fingerprint account_kind app_fingerprint approval_record_hash approval_review_id approval_state_at_test approval_tier_at_test artifact_digest cases_failed cases_inapplicable cases_inconclusive cases_passed check_count checks_digest completed_at conformance contract_digest deployment_environment evidence_kind expires_at fp_alg fp_key_id granted_scopes harness_digest harness_version id instance_fingerprint intent kill_matrix_digest ledger operation operator_ref output_profile plan_digest policy_mode provider provider_environment recorded_at required_scopes requirements_digest result subject_digest tested_at tested_revision v witness')
trigger guard_append on provider_runtime_control_events: fires A, CREATE TRIGGER guard_append BEFORE INSERT ON ledger.provider_runtime_control_events FOR EACH ROW EXECUTE FUNCTION ledger.guard_append('account_kind app_fingerprint deployment_environment expires_at fp_alg fp_key_id id instance_fingerprint ledger operation operator_ref output_profile policy_mode provider provider_environment reason_code recorded_at starts_at state v')
trigger guard_check on provider_certification_checks: fires A, CREATE TRIGGER guard_check BEFORE INSERT ON ledger.provider_certification_checks FOR EACH ROW EXECUTE FUNCTION ledger.guard_check()
trigger guard_checkpoint on ledger_checkpoints: fires A, CREATE TRIGGER guard_checkpoint BEFORE INSERT ON ledger.ledger_checkpoints FOR EACH ROW EXECUTE FUNCTION ledger.guard_checkpoint()
trigger guard_run on provider_certification_runs: fires A, CREATE CONSTRAINT TRIGGER guard_run AFTER INSERT ON ledger.provider_certification_runs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_run()
trigger of belongs_to_a_run RI_FKey_check_ins on provider_certification_checks: fires O
trigger of belongs_to_a_run RI_FKey_check_upd on provider_certification_checks: fires O
trigger of belongs_to_a_run RI_FKey_noaction_del on provider_certification_runs: fires O
trigger of belongs_to_a_run RI_FKey_noaction_upd on provider_certification_runs: fires O
trigger of cites_a_review RI_FKey_check_ins on provider_certification_runs: fires O
trigger of cites_a_review RI_FKey_check_upd on provider_certification_runs: fires O
trigger of cites_a_review RI_FKey_noaction_del on provider_approval_reviews: fires O
trigger of cites_a_review RI_FKey_noaction_upd on provider_approval_reviews: fires O
trigger refuse_change on ledger_checkpoints: fires A, CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.ledger_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change on ledger_migrations: fires A, CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.ledger_migrations FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change on provider_approval_reviews: fires A, CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.provider_approval_reviews FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change on provider_certification_checks: fires A, CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.provider_certification_checks FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change on provider_certification_runs: fires A, CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.provider_certification_runs FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change on provider_runtime_control_events: fires A, CREATE TRIGGER refuse_change BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.provider_runtime_control_events FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change_of_row on ledger_checkpoints: fires A, CREATE TRIGGER refuse_change_of_row BEFORE DELETE OR UPDATE ON ledger.ledger_checkpoints FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change_of_row on ledger_migrations: fires A, CREATE TRIGGER refuse_change_of_row BEFORE DELETE OR UPDATE ON ledger.ledger_migrations FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change_of_row on provider_approval_reviews: fires A, CREATE TRIGGER refuse_change_of_row BEFORE DELETE OR UPDATE ON ledger.provider_approval_reviews FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change_of_row on provider_certification_checks: fires A, CREATE TRIGGER refuse_change_of_row BEFORE DELETE OR UPDATE ON ledger.provider_certification_checks FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change_of_row on provider_certification_runs: fires A, CREATE TRIGGER refuse_change_of_row BEFORE DELETE OR UPDATE ON ledger.provider_certification_runs FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
trigger refuse_change_of_row on provider_runtime_control_events: fires A, CREATE TRIGGER refuse_change_of_row BEFORE DELETE OR UPDATE ON ledger.provider_runtime_control_events FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
`
