import type { Header } from './received-request.ts'

/** They concern one connection only. `expect` is answered by the gate itself. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** Pairs of a flat list as `rawHeaders` has them. */
export const headerPairs = (raw: readonly string[]): Header[] =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [raw[at * 2] ?? '', raw[at * 2 + 1] ?? ''] as const)

export const valueOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1]

/** Without what concerns the connection only, what `connection` itself names, and the names in `also`. */
export function endToEnd(headers: readonly Header[], ...also: readonly string[]): Header[] {
  const named = headers.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','))
  const dropped = new Set([...hopByHop, ...also, ...named.map((name) => name.trim().toLowerCase())])
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()))
}
