import type { Name } from './followers.ts'
import { valueOf } from './headers.ts'
import { percentDecoded, withoutQuery } from './pattern.ts'
import { readableBody } from './readable.ts'
import type { CompleteAnswer, ReceivedRequest } from './received-request.ts'

/** Strings of at least 16 characters that can stand for one item or one request, as they stand in a text. */
export const tokenRuns = (text: string): string[] => text.match(/[A-Za-z0-9._-]{16,}/g) ?? []

/** What in a request of an operation may name that operation again later: a hashed key in path, query or header. */
export function tokensOfRequest(request: ReceivedRequest): string[] {
  const query = new URLSearchParams(request.target.split('?', 2)[1] ?? '')
  const texts = [
    ...withoutQuery(request.target).split('/').map(percentDecoded),
    ...[...query].filter(([name]) => !isCredential(name)).map(([, value]) => value),
    ...request.headers.filter(([name]) => naming.test(name) && !isCredential(name)).map(([, value]) => value),
  ]
  return texts.flatMap(tokenRuns).filter(looksUnique)
}

const naming = /idempotency|request-id|correlation|key/i
const credential = /auth|api[-_]?key|access[-_]?key|cookie|token|secret/i
const isCredential = (name: string): boolean => credential.test(name) && !/idempotency/i.test(name)

/** What in the destination's answer to a request of an operation may name it again: ids in the first three levels. */
export function tokensOfAnswer(answer: CompleteAnswer): string[] {
  return stringsOf(parsed(readableBody(answer.headers, answer.body)), 3)
    .slice(0, maxStrings)
    .map((text) => text.replace(/^[a-z]+:\/\/[^/]*/i, ''))
    .flatMap(tokenRuns)
    .filter(looksUnique)
}

const maxStrings = 200

/** Values in the answer that may be, however short, the id of what it is about: with their places. */
export function namesOfAnswer(answer: CompleteAnswer): Name[] {
  const text = readableBody(answer.headers, answer.body)
  const json = parsed(text.replace(largeNumber, '"$&"')) ?? parsed(text)
  const location = withoutQuery(valueOf(answer.headers, 'location') ?? '').replace(/\/+$/, '')
  const named: Name[] = [
    ...(json === undefined && isForm.test(text) ? [...new URLSearchParams(text)] : namesOf(json, '', 3)),
    ['Location', percentDecoded(location.slice(location.lastIndexOf('/') + 1))],
  ]
  return named.filter(([, value]) => value !== '' && value.length <= longestName).slice(0, maxStrings)
}

const longestName = 200
const isForm = /^[^\s=&<{[]+=[^\s<]*$/

/** As a number it would lose its last digits. */
const largeNumber = /(?<=[:[,]\s*)\d{16,}(?=\s*[,}\]])/g

/** All elements of an array are at one place. */
function namesOf(value: unknown, place: string, depth: number): Name[] {
  if (typeof value === 'string' || typeof value === 'number') return [[place, String(value)]]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    namesOf(inner, `${place}/${Array.isArray(value) ? '*' : key}`, depth - 1),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function stringsOf(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => stringsOf(inner, depth - 1))
}

/** Words and dotted names are left out; ids have digits or mix the case of their letters. */
function looksUnique(run: string): boolean {
  if (new Set(run).size < 6) return false
  return /\d/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run))
}
