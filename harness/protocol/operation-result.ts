import { type Complaint, must, should } from './complaint.ts'
import { describe } from './describe.ts'
import { inspector } from './inspect.ts'
import { own } from './json.ts'
import { limits } from './limits.ts'
import { exactly, httpsUrl, integer, label, object, optional, type Schema } from './schema.ts'

/** What a publish and an operation lookup answer (§2.9). */
export type OperationResult = PublishedResult | PendingResult

export interface PublishedResult {
  readonly status: 'published'
  readonly external_id: string
  readonly external_url?: string
  readonly idempotency_ttl_seconds?: number
}

export interface PendingResult {
  readonly status: 'pending'
  readonly provider_reference: string
  readonly poll_after_seconds: number
}

export const publishedSchema: Schema = object('a published result', {
  status: exactly('published'),
  external_id: label(),
  external_url: optional(httpsUrl),
  idempotency_ttl_seconds: optional(integer(0, limits.ttlMaxSeconds, { topic: 'ttl' })),
})

export const pendingSchema: Schema = object('a pending result', {
  status: exactly('pending'),
  provider_reference: label(),
  poll_after_seconds: integer(limits.pollMinSeconds, limits.pollMaxSeconds, { topic: 'poll' }),
})

const inspectPublished = inspector<PublishedResult>(publishedSchema)
const inspectPending = inspector<PendingResult>(pendingSchema)

/** JSON pointer → number as written, where it is not written as a plain integer. */
export type OddNumbers = ReadonlyMap<string, string>

/**
 * Everything that is wrong with a result (§2.9, R3). Members of the other shape are members we do not know.
 * `oddNumbers` shows a `poll_after_seconds` of `1.0` or `1e1`, which JSON.parse hides.
 */
export function checkOperationResult(value: unknown, oddNumbers: OddNumbers = new Map()): readonly Complaint[] {
  const status = own(value, 'status')
  switch (status) {
    case 'published':
      return [...inspectPublished(value).complaints, ...missingTtl(value)]
    case 'pending':
      return withOddPoll(inspectPending(value).complaints, oddNumbers)
    case 'failed':
      return [
        must('failed', '/status', 'a problem with a non-2xx status for a failure', 'a result with status "failed"'),
      ]
    default:
      return [must('shape', '/status', '"published" or "pending"', describe(status))]
  }
}

/** The result, when all its members have the types of the interface; a wait or a ttl may be out of bounds. */
export function readOperationResult(value: unknown): OperationResult | undefined {
  const status = own(value, 'status')
  if (status === 'published') return inspectPublished(value).readable
  return status === 'pending' ? inspectPending(value).readable : undefined
}

const missingTtl = (value: unknown): readonly Complaint[] =>
  own(value, 'idempotency_ttl_seconds') === undefined
    ? [should('ttl', '/idempotency_ttl_seconds', 'how long the operation stays safe to repeat', 'nothing')]
    : []

function withOddPoll(complaints: readonly Complaint[], oddNumbers: OddNumbers): readonly Complaint[] {
  const pointer = '/poll_after_seconds'
  const written = oddNumbers.get(pointer)
  if (written === undefined || complaints.some((complaint) => complaint.pointer === pointer)) return complaints
  return [...complaints, must('poll', pointer, 'a number written as an integer', written.slice(0, 40))]
}
