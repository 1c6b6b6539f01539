import { STATUS_CODES } from 'node:http'
import type { CompleteAnswer } from './received-request.ts'

/** An answer that the gate makes up. */
export function ownAnswer(status: number, type: string, body: string | Buffer): CompleteAnswer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return { status, reason: STATUS_CODES[status] ?? '', headers: [['content-type', type]], body: bytes }
}

/** JSON when the body is; what a destination would say. A Buffer, which may be large, is only looked at from outside. */
export function statusAnswer(status: number, body: string | Buffer): CompleteAnswer {
  const looksJson = typeof body === 'string' ? isJson(body) : body[0] === openingBrace
  return ownAnswer(status, looksJson ? 'application/json' : 'text/plain; charset=utf-8', body)
}

const openingBrace = 0x7b

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
