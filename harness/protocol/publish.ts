import type { Complaint } from './complaint.ts'
import { operationIdPattern } from './identifiers.ts'
import { inspector } from './inspect.ts'
import { id, label, object, optional, type Schema, text } from './schema.ts'

/** What is sent to `POST /v1/publishes` (§2.8). */
export interface PublishRequest {
  readonly operation_id: string
  readonly connection_ref: string
  readonly capability_revision: string
  readonly output_profile: string
  readonly content?: string
  readonly title?: string
  readonly description?: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** A connector refuses members it does not know, so ours has no others. */
export const publishRequestSchema: Schema = object(
  'a publish request',
  {
    operation_id: text({
      pattern: operationIdPattern,
      title: 'an operation id: 16 to 64 letters, digits and . _ -, the first a letter or digit',
      topic: 'ids',
    }),
    connection_ref: id({ topic: 'ids' }),
    capability_revision: label(),
    output_profile: id({ topic: 'ids' }),
    content: optional(text()),
    title: optional(text()),
    description: optional(text()),
    settings: object('an object keyed by setting key', {}),
  },
  { additionalProperties: false, title: 'a publish request without other members' },
)

const inspect = inspector<PublishRequest>(publishRequestSchema)

/** What is wrong with a request of ours (§2.8, R14), whatever its profile demands of the texts and settings. */
export const checkPublishRequest = (value: unknown): readonly Complaint[] => inspect(value).complaints
