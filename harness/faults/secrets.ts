import type { ReceivedRequest } from './received-request.ts'

const wholeValues = new Set(['x-api-key', 'api-key', 'x-auth-token'])
const withScheme = new Set(['authorization', 'proxy-authorization'])
const queryNames = new Set(['token', 'access_token', 'api_key', 'key'])

/** Shorter query values are not credentials; headers are believed whatever their length. */
const shortestInQuery = 12

/** The credentials of the destination that a request shows. */
export function secretsOf(request: ReceivedRequest): string[] {
  const query = new URLSearchParams(request.target.split('?', 2)[1] ?? '')
  const inQuery = [...query].filter(([name, value]) => queryNames.has(name) && value.length >= shortestInQuery)
  return [
    ...request.headers.flatMap(([name, value]) => ofHeader(name.toLowerCase(), value.trim())),
    ...inQuery.map(([, value]) => value),
  ].filter((secret) => secret !== '')
}

function ofHeader(name: string, value: string): string[] {
  if (wholeValues.has(name)) return [value]
  if (name === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  if (!withScheme.has(name)) return []
  const [scheme = '', ...rest] = value.split(/\s+/)
  const credentials = rest.join(' ')
  if (credentials === '') return [scheme]
  return scheme.toLowerCase() === 'basic' ? [credentials, ...passwordOf(credentials)] : [credentials]
}

function passwordOf(credentials: string): string[] {
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  return text.includes(':') ? [text.slice(text.indexOf(':') + 1)] : []
}
