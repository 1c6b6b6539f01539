import { closed, type Field } from '../record/field.ts'

/*
 * Only the form: which keys there are, and what kind of value each has. What a value may be is said by the rule that it
 * belongs to, so that each refusal has the code of its own rule.
 */

const text: Field = { type: 'string', title: 'a string' }
const texts: Field = { type: 'array', items: text, title: 'strings' }
const textOrNull: Field = { type: ['string', 'null'], title: 'a string, or null' }
const anything: Field = { title: 'anything' }

const record: Field = closed('a record', { id: text, record_digest: text })

const check: Field = {
  ...closed('a check', { kind: text, outcome: text, reason: text }),
  required: ['kind', 'outcome'],
}

const run: Field = closed('a run', {
  record,
  subject_digest: text,
  contract_digest: text,
  tested_revision: text,
  tested_at: text,
  expires_at: text,
  checks: { type: 'array', items: check, title: 'checks' },
})

const claim: Field = closed('a claim', {
  subject: closed('a subject', {
    provider: text,
    app_fingerprint: text,
    deployment_environment: text,
    provider_environment: text,
    instance_fingerprint: textOrNull,
    account_kind: text,
    output_profile: text,
    operation: text,
    policy_mode: text,
  }),
  configuration: closed('a configuration', { state: text, source: text }),
  approval: closed('an approval', {
    state: text,
    tier: text,
    source_ref: text,
    reviewed_at: text,
    expires_at: text,
    record,
  }),
  scopes: closed('scopes', { required: texts, granted: texts }),
  policy: text,
  control: closed('a runtime control', { state: text, records: { type: 'array', items: record, title: 'records' } }),
  contract_digest: text,
  local: run,
  live: run,
  valid_until: text,
})

/** The keys of a claims file at every level, rendered to `docs/schema/claims.schema.json`. */
export const claimsSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...closed('claims file of touchstone', {
    schema_version: anything,
    claims: { type: 'array', items: claim, title: 'claims' },
  }),
  description:
    'Which keys there are. What their values may be, the rules of the claims gate say (docs/release-gate.md).',
}
