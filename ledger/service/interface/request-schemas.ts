import type { ConfigurationSchema as Schema } from '../../../harness/target/index.ts'
import { approvalStates } from '../../record/index.ts'
import { deploymentEnvironments, operations, providerEnvironments } from '../../record/subject.ts'

/** What is sent to the service. `title` completes "expected …" in the sentences of a problem. */
const object = (title: string, required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  title,
  required,
  properties,
  additionalProperties: false,
})

const oneOf = (words: readonly string[]): Schema => ({
  enum: words,
  title: `one of ${words.map((word) => word || 'nothing').join(', ')}`,
})
const pattern = (title: string, regularExpression: string): Schema => ({
  type: 'string',
  title,
  pattern: regularExpression,
})

const id = pattern(
  'an id: letters, digits and . _ : / -, at most 128, beginning with a letter or digit',
  '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$',
)
const slug = pattern(
  'a slug: lower-case letters, digits, and single . _ - between them',
  '^(?=.{1,128}$)[a-z0-9]+(?:[._-][a-z0-9]+)*$',
)
const fingerprint = pattern('a fingerprint: sha256: and 64 hexadecimal digits', '^sha256:[0-9a-f]{64}$')
const noneOr = (schema: Schema): Schema => ({
  anyOf: [{ const: '' }, schema],
  title: `${String(schema['title'])}, or nothing`,
})
const time = pattern(
  'a time in UTC such as 2026-12-31T00:00:00.000Z',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?Z$',
)
const workspaceId: Schema = { type: 'string', title: 'the id of a workspace', minLength: 1, maxLength: 256 }

export interface ReviewRequest {
  readonly provider: string
  readonly app_fingerprint?: string
  readonly provider_environment?: string
  readonly instance_fingerprint?: string
  readonly state: (typeof approvalStates)[number]
  readonly tier?: string
  readonly source_ref: string
  readonly reviewed_at: string
  readonly expires_at: string
}

export const reviewRequestSchema: Schema = object(
  'an approval review: provider, state, source_ref, reviewed_at, expires_at',
  ['provider', 'state', 'source_ref', 'reviewed_at', 'expires_at'],
  {
    provider: id,
    app_fingerprint: fingerprint,
    provider_environment: oneOf(providerEnvironments),
    instance_fingerprint: noneOr(fingerprint),
    state: oneOf(approvalStates),
    tier: noneOr(slug),
    source_ref: slug,
    reviewed_at: time,
    expires_at: time,
  },
)

/** Whatever is left out or empty matches anything. */
export interface ControlRequest {
  readonly provider: string
  readonly app_fingerprint?: string
  readonly deployment_environment?: string
  readonly provider_environment?: string
  readonly instance_fingerprint?: string
  readonly account_kind?: string
  readonly output_profile?: string
  readonly operation?: string
  readonly policy_mode?: string
  readonly state: 'enabled' | 'degraded' | 'disabled'
  readonly reason_code: string
  readonly starts_at?: string
  readonly expires_at?: string | null
}

export const controlRequestSchema: Schema = object(
  'a runtime control: provider, state, reason_code',
  ['provider', 'state', 'reason_code'],
  {
    provider: id,
    app_fingerprint: noneOr(fingerprint),
    deployment_environment: oneOf(['', ...deploymentEnvironments]),
    provider_environment: oneOf(['', ...providerEnvironments]),
    instance_fingerprint: noneOr(fingerprint),
    account_kind: noneOr(slug),
    output_profile: noneOr(id),
    operation: oneOf(['', ...operations]),
    policy_mode: noneOr(slug),
    state: oneOf(['enabled', 'degraded', 'disabled']),
    reason_code: slug,
    starts_at: time,
    expires_at: { anyOf: [{ type: 'null' }, time], title: 'a time in UTC, or null' },
  },
)

export interface ResolveRequest {
  readonly provider: string
  readonly workspace_id: string
  readonly social_account_id: string
  readonly output_profile: string
  readonly operation: 'publish_immediate' | 'publish_scheduled'
  readonly settings?: Readonly<Record<string, unknown>>
}

export const resolveRequestSchema: Schema = object(
  'a capability resolution: provider, workspace_id, social_account_id, output_profile, operation',
  ['provider', 'workspace_id', 'social_account_id', 'output_profile', 'operation'],
  {
    provider: id,
    workspace_id: workspaceId,
    social_account_id: id,
    output_profile: id,
    operation: oneOf(['publish_immediate', 'publish_scheduled']),
    settings: { type: 'object', title: 'an object keyed by setting key' },
  },
)
