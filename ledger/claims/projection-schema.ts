import { ledgerNames } from '../record/index.ts'
import { closed, digest, exactly, type Field, hash, oneOf, pattern, time } from '../record/field.ts'
import { projectionSchemaId } from './projection.ts'

const text: Field = { type: 'string', title: 'a string' }
const scopes: Field = { type: 'array', items: text, title: 'scopes' }

const record: Field = closed('a cited record', {
  ledger: oneOf(ledgerNames),
  seq: { type: 'integer', minimum: 1, title: 'the number of a record' },
  prev_hash: hash,
  body: text,
  signatures: text,
  proof: { type: 'array', items: hash, title: 'hashes' },
})

const records: Field = { type: 'array', items: record, title: 'cited records' }

const run: Field = closed('a cited run', { run: record, checks: records })

const subject: Field = closed('a projected subject', {
  subject: closed('a subject', {
    provider: text,
    app_fingerprint: text,
    deployment_environment: text,
    provider_environment: text,
    instance_fingerprint: text,
    account_kind: text,
    output_profile: text,
    operation: oneOf(['publish_immediate', 'publish_scheduled']),
    policy_mode: text,
  }),
  configuration: closed('a configuration', { state: text, source: text }),
  policy: text,
  authorization: closed('an authorization', {
    granted_scopes: scopes,
    expires_at: { anyOf: [{ type: 'null' }, time], title: 'a time, or null' },
  }),
  contract: closed('parts of a contract', {
    capability_digest: digest,
    policy_digest: digest,
    required_scopes: scopes,
  }),
  contract_digest: digest,
  review: record,
  controls: records,
  local: run,
  live: run,
})

const base64 = pattern('^[A-Za-z0-9+/]*={0,2}$', 'base64')

/** The payload of the projection's envelope, rendered to `docs/schema/claims-projection.schema.json`. */
export const projectionSchema: Field = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...closed('claims projection of touchstone', {
    schema: exactly(projectionSchemaId),
    generated_at: time,
    requirements_digest: digest,
    checkpoint: closed('a DSSE envelope', {
      payloadType: text,
      payload: base64,
      signatures: {
        type: 'array',
        items: closed('a signature', { keyid: text, sig: base64 }),
        title: 'signatures',
      },
    }),
    catalogue: { type: 'array', items: digest, title: 'app fingerprints' },
    subjects: { type: 'array', items: subject, title: 'projected subjects' },
  }),
}
