import { type Complaint, must, should } from './complaint.ts'
import { describe, reveal } from './describe.ts'
import { inspector } from './inspect.ts'
import { displayText, exactly, flag, id, label, object, optional, type Schema } from './schema.ts'

/** What is sent to `POST /v1/capabilities/resolve` (§2.7). */
export interface ResolutionRequest {
  readonly connection_ref: string
  readonly output_profile: string
  readonly intent: 'post'
  readonly settings: Readonly<Record<string, unknown>>
}

/** What it answers. */
export interface Resolution {
  readonly capability_revision: string
  readonly available: boolean
  readonly constraints?: Readonly<Record<string, unknown>>
  readonly unavailable_reason?: string
}

export const resolutionRequestSchema: Schema = object(
  'a capability resolution request',
  {
    connection_ref: id(),
    output_profile: id(),
    intent: exactly('post'),
    settings: object('an object keyed by setting key', {}),
  },
  { additionalProperties: false },
)

export const resolutionSchema: Schema = object('a capability resolution', {
  capability_revision: label(),
  available: flag,
  constraints: optional(object('an object', {})),
  unavailable_reason: optional(displayText()),
})

export interface ResolutionExpectation {
  /** What `available` has to be; either when absent. */
  readonly available?: boolean
  /** That of the manifest. */
  readonly revision: string
}

const inspect = inspector<Resolution>(resolutionSchema)

/** Everything that is wrong with a resolution (R10, R6a). */
export function checkResolution(value: unknown, expected: ResolutionExpectation): readonly Complaint[] {
  const { complaints, readable } = inspect(value)
  return readable ? [...complaints, ...differences(readable, expected)] : complaints
}

/** The resolution, when all its members have the types of the interface. */
export const readResolution = (value: unknown): Resolution | undefined => inspect(value).readable

function differences(resolution: Resolution, expected: ResolutionExpectation): readonly Complaint[] {
  const { capability_revision, available, unavailable_reason: reason } = resolution
  const found: Complaint[] = []
  if (capability_revision !== expected.revision) {
    found.push(must('shape', '/capability_revision', 'the revision of the manifest', 'another revision'))
  }
  if (expected.available !== undefined && available !== expected.available) {
    found.push(must('shape', '/available', String(expected.available), reveal(available)))
  }
  if (!available && (reason === undefined || reason === '')) {
    found.push(should('reason', '/unavailable_reason', 'a non-empty reason', describe(reason)))
  }
  return found
}
