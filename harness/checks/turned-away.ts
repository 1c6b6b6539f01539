import type { Answer, Exchange } from '../wire/exchange.ts'

/** Seconds after which a request that was turned away for the number of requests is welcome again (R17). */
export function askedToComeBack(exchange: Exchange, statuses: readonly number[] = [429]): number | undefined {
  if (exchange.kind !== 'answer' || !statuses.includes(exchange.status) || !exchange.document.ok) return undefined
  const { value } = exchange.document
  if (typeof value !== 'object' || value === null) return undefined
  const delay: unknown = Object.hasOwn(value, 'retry_after') ? Reflect.get(value, 'retry_after') : undefined
  return typeof delay === 'number' && Number.isInteger(delay) && delay >= 0 ? delay : undefined
}

/**
 * Too many requests, or too little capacity for now: any other request might have got this answer, so it says nothing about
 * this one. A 503 that asks nobody to come back may be the refusal of what was sent (R2 leaves the status open).
 */
export const wasShed = (exchange: Exchange): exchange is Answer =>
  exchange.kind === 'answer' && (exchange.status === 429 || askedToComeBack(exchange, [503]) !== undefined)
