import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../wire/exchange.ts'
import { outcomeOf } from './expect.ts'

const patientTries = 3

/** A limit that lasts longer is left to the case. */
const longestPatience = 60

/** Seconds after which a request that was turned away for the number of requests is welcome again (R17). */
export function askedToComeBack(exchange: Exchange, statuses: readonly number[] = [429]): number | undefined {
  if (exchange.kind !== 'answer' || !statuses.includes(exchange.status) || !exchange.document.ok) return undefined
  const { value } = exchange.document
  if (typeof value !== 'object' || value === null) return undefined
  const delay: unknown = Object.hasOwn(value, 'retry_after') ? Reflect.get(value, 'retry_after') : undefined
  return typeof delay === 'number' && Number.isInteger(delay) && delay >= 0 ? delay : undefined
}

/** Waits as long as the most patient of these answers asks for, a minute at most. */
export async function comeBack(exchanges: readonly Exchange[], signal: AbortSignal): Promise<void> {
  const delays = exchanges.map((exchange) => askedToComeBack(exchange, [429, 503]) ?? 0)
  await wait(1000 * Math.min(longestPatience, Math.max(0, ...delays)), undefined, { signal })
}

/** A rate limit has not looked at the request: we come back when it asks us to, as the service would. */
export async function patiently(run: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  for (let tries = 1; ; tries += 1) {
    const exchange = await run()
    const delay = askedToComeBack(exchange)
    const isLimit = exchange.kind === 'answer' && outcomeOf(exchange) !== 'unknown'
    if (!isLimit || delay === undefined || delay > longestPatience || tries === patientTries) return exchange
    await comeBack([exchange], signal)
  }
}
