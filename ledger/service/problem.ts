import { STATUS_CODES } from 'node:http'

/** Every code of a problem that the service answers, with its status. Codes stay as they are. */
export const problemCodes = {
  invalid_request: 400,
  malformed_body: 400,
  record_refused: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  workspace_forbidden: 403,
  browser_session_required: 403,
  forged_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  subject_not_configured: 409,
  connector_not_configured: 409,
  ledger_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  internal_error: 500,
  connector_problem: 502,
  connector_unreachable: 502,
  ledger_unavailable: 503,
  busy: 503,
  connector_timeout: 504,
} as const
export type ProblemCode = keyof typeof problemCodes

/** What else a problem may say, beside its sentence. */
export interface ProblemMore {
  /** One sentence for each thing that was wrong with the request; never quotes it. */
  readonly errors?: readonly string[]
  /** Seconds. */
  readonly retry_after?: number
  /** What the connector said, where that may be passed on. */
  readonly connector?: Readonly<Record<string, string | number>>
}

/** RFC 9457. */
export interface Problem extends ProblemMore {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ProblemCode
}

/** A request that is not served. The message is the `detail` that the caller reads. */
export class ServiceProblem extends Error {
  readonly problem: Problem
  /** Of the answer, beside those that every answer has. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    detail: string,
    more: ProblemMore = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail)
    this.name = 'ServiceProblem'
    const status = problemCodes[code]
    this.problem = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, code, ...more }
    this.headers = {
      ...headers,
      ...(more.retry_after === undefined ? {} : { 'retry-after': String(more.retry_after) }),
    }
  }
}
