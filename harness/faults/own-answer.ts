import { STATUS_CODES } from 'node:http'
import type { CompleteAnswer } from './received-request.ts'

/** An answer that the gate makes up. */
export function ownAnswer(status: number, type: string, body: string): CompleteAnswer {
  return { status, reason: STATUS_CODES[status] ?? '', headers: [['content-type', type]], body: Buffer.from(body) }
}

/** JSON when the body is; what a destination would say. */
export function statusAnswer(status: number, body: string): CompleteAnswer {
  return ownAnswer(status, isJson(body) ? 'application/json' : 'text/plain; charset=utf-8', body)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
