import type { Schema } from './schema.ts'

const text = (title: string, description: string, rest: Schema = {}): Schema => ({
  type: 'string',
  minLength: 1,
  title,
  description,
  ...rest,
})

const slug = (description: string): Schema =>
  text('a slug of small letters, digits and single . _ -, at most 64 characters', description, {
    pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
    maxLength: 64,
  })

const oneOf = (words: readonly string[], description: string): Schema => ({
  enum: words,
  title: `one of ${words.join(', ')}`,
  description,
})

const scopes = (description: string): Schema => ({
  type: 'array',
  title: 'a list of scopes',
  description,
  maxItems: 100,
  items: text('a scope of printable ASCII without spaces, at most 256 characters', 'A scope.', {
    pattern: '^[!#-[\\]-~]{1,256}$',
  }),
})

/** The section `certification`: what a record says of whom. Every key has a flag of the same name, but for the lists. */
export const certificationSchema: Schema = {
  type: 'object',
  title: 'a mapping with operator, app, deployment_environment and provider_environment',
  description: 'What `touchstone certify` records; docs/certification.md explains it.',
  properties: {
    operator: text('the name of whoever certifies', 'Who certifies; recorded as a keyed fingerprint only.'),
    app: text(
      'a name for the provider app',
      'Tells two apps of one provider apart; recorded as a keyed fingerprint only.',
    ),
    account_kind: slug('The kind of account that publishes; default standard.'),
    policy_mode: slug('The policy mode that evidence is for; default standard.'),
    deployment_environment: oneOf(
      ['unknown', 'local', 'staging', 'production'],
      'Where the connector is deployed that is certified.',
    ),
    provider_environment: oneOf(
      ['unknown', 'development', 'sandbox', 'production'],
      'Which environment of the provider it publishes to.',
    ),
    instance: text(
      'an http or https URL',
      'The federated instance, where there is one; recorded as a keyed fingerprint only.',
      { pattern: '^https?://[^\\s]+$' },
    ),
    revision: text(
      'a full Git revision, 40 hexadecimal digits',
      'Revision of the connector; default: HEAD of the checkout that its command runs in.',
      { pattern: '^[0-9a-f]{40}$' },
    ),
    validity_days: {
      type: 'integer',
      minimum: 1,
      maximum: 90,
      title: 'a whole number of days between 1 and 90',
      description: 'How long the evidence holds; default 90.',
    },
    keys: text(
      'the path of a folder',
      'Folder of the fingerprint key and the runner key, made on first use; default: touchstone-keys where the command runs.',
    ),
    trial_permitted: {
      type: 'boolean',
      title: 'true or false',
      description: 'Whether live evidence may be gathered under a trial approval; default false.',
    },
    required_scopes: scopes('The scopes that publishing needs; default none.'),
    granted_scopes: scopes('The scopes that the account has granted; default: the required ones.'),
  },
  additionalProperties: false,
}
