import type { RequestPattern } from '../target/configuration.ts'

/** Whether a request is one of those that the pattern describes; `path` may carry a query, which does not count. */
export function matches(pattern: RequestPattern, method: string, path: string): boolean {
  if (pattern.method.toUpperCase() !== method.toUpperCase()) return false
  const wanted = segmentsOf(pattern.path)
  const given = segmentsOf(path)
  return wanted.length === given.length && wanted.every((segment, at) => segment === '*' || segment === given[at])
}

/** The pattern that other requests of the same kind match too: segments that belong to one operation become `*`. */
export function patternOf(
  method: string,
  path: string,
  belongs: (segment: string, at: number) => boolean,
): RequestPattern {
  const segments = segmentsOf(path).map((segment, at) =>
    belongs(segment, at) || looksGenerated(segment) ? '*' : segment,
  )
  return { method: method.toUpperCase(), path: segments.map(encodeSegment).join('/') }
}

const encodeSegment = (segment: string): string => (segment === '*' ? segment : encodeURIComponent(segment))

/** Percent-decoded, without the query. */
export const segmentsOf = (path: string): string[] => withoutQuery(path).split('/').map(percentDecoded)

export const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, '')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function looksGenerated(segment: string): boolean {
  if (uuid.test(segment) || /^\d{4,}$/.test(segment)) return true
  return segment.length >= 16 && /^[A-Za-z0-9_-]+$/.test(segment) && /\d/.test(segment)
}

/** The text itself when it is not valid percent-encoding. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
