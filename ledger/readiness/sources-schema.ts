import type { ConfigurationSchema as Schema } from '../../harness/target/index.ts'

/**
 * The JSON Schema (2020-12) of the readiness file, rendered to `docs/schema/readiness.schema.json`. `title` completes
 * "expected …" in error messages, as in the schema of `touchstone.yaml`.
 */
const object = (title: string, required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  title,
  required,
  properties,
  additionalProperties: false,
})

const text = (title: string, description: string, rest: Schema = {}): Schema => ({
  type: 'string',
  minLength: 1,
  title,
  description,
  ...rest,
})

const oneOf = (words: readonly string[], description: string): Schema => ({
  enum: words,
  title: `one of ${words.join(', ')}`,
  description,
})

const list = (title: string, items: Schema, description: string): Schema => ({
  type: 'array',
  title,
  items,
  description,
})

const flag = (description: string): Schema => ({ type: 'boolean', title: 'true or false', description })

const id = (description: string): Schema =>
  text('an id: letters, digits and . _ : / -, at most 128, beginning with a letter or digit', description, {
    pattern: '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$',
  })

const slug = (description: string): Schema =>
  text('a slug: lower-case letters, digits, and single . _ - between them', description, {
    pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
  })

/** No whitespace at all, so that it can stand in a record. */
const scope: Schema = text(
  'a scope without white space, at most 256 characters',
  'A scope, as the destination names it.',
  {
    pattern: '^[!-\\[\\]-~]{1,256}$',
  },
)

const token = object('{ env: NAME } or { file: PATH }; a token never stands here itself', [], {
  env: text('the name of an environment variable', 'Environment variable that holds the token.', {
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  }),
  file: text('the path of a file', 'File that holds the token; white space around it is ignored.'),
})

const instant = text('a time such as 2026-12-31T00:00:00.000Z; in UTC, with milliseconds', 'A time in UTC.', {
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
})

const app = object('the provider app: state, label, provider_environment', ['state', 'label'], {
  state: oneOf(['unknown', 'missing', 'dynamic_registration', 'configured'], 'Whether the provider app is there.'),
  source: oneOf(['unknown', 'built_in', 'environment', 'database', 'dynamic'], 'Where it comes from.'),
  label: text('a name for the app, the same as certification.app in touchstone.yaml', 'Names the provider app.'),
  provider_environment: oneOf(['unknown', 'development', 'sandbox', 'production'], 'Environment of the app.'),
  instance: text('an http or https URL', 'The federated instance; leaves the process only as a fingerprint.', {
    pattern: '^https?://[^\\s]+$',
  }),
})

const account = object('an account: id, workspace_id, grant', ['id', 'workspace_id'], {
  id: id('The account, as the connection names it.'),
  workspace_id: text('the id of a workspace', 'The workspace that the account is connected in.'),
  kind: slug('Kind of account; `standard` unless given.'),
  policy_mode: slug('Policy mode of what it publishes; `standard` unless given.'),
  policy: oneOf(['unknown', 'allowed', 'restricted'], 'What the server permits this account; `unknown` unless given.'),
  grant: object('{ state, scopes, expires_at }', ['state'], {
    state: oneOf(['unknown', 'valid', 'reconnect_required'], 'Whether the grant is valid.'),
    scopes: list('a list of scopes', scope, 'The scopes that the grant records.'),
    expires_at: {
      ...instant,
      description: 'When the refresh token ends, or the access token where there is no other.',
    },
  }),
})

const provider = object('a provider: id, app, manifest', ['id', 'app'], {
  id: id('`provider.id` of the manifest.'),
  display_name: text('a name people know', 'What people call it; the manifest’s unless given.'),
  implemented: flag('False for a provider that is named and not built; true unless given.'),
  manifest: text('the path of a manifest in JSON', 'The manifest in force, as `GET /v1/manifest` gave it.'),
  connector: object('{ url, token }', ['url', 'token'], {
    url: text('an http or https URL', 'Where capabilities are resolved.', { pattern: '^https?://[^\\s]+$' }),
    token,
  }),
  app,
  required_scopes: list('a list of scopes', scope, 'Scopes that a publish requires; none unless given.'),
  trial_permitted: flag('Whether certification may run under a trial approval; false unless given.'),
  accounts: list('a list of accounts', account, 'The connected accounts.'),
})

export const sourcesSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...object('a mapping with edition, deployment_environment and providers', ['providers'], {
    edition: oneOf(['self_hosted', 'cloud'], 'Edition of the service; `self_hosted` unless given.'),
    deployment_environment: oneOf(
      ['unknown', 'local', 'staging', 'production'],
      'Where the service runs; `production` unless given.',
    ),
    denied: list('a list of provider ids', id('A provider.'), 'Providers that are disabled whatever a ledger says.'),
    providers: list('a list of providers', provider, 'Every provider that the service knows.'),
  }),
}
