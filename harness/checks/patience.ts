import { setTimeout as wait } from 'node:timers/promises'
import type { Exchange } from '../wire/exchange.ts'
import { outcomeOf } from './expect.ts'
import { askedToComeBack } from './turned-away.ts'

const patientTries = 8

/** A limit that lasts longer is left to the case. */
const longestPatience = 60

/** However many tries are left, a request is not waited for longer. */
const patienceInAll = 2 * longestPatience

/** Those who were turned away together would be turned away together again: each comes back in a place of its own. */
const places = 20
const nextPlace = ((): (() => number) => {
  let taken = 0
  return () => taken++ % places
})()

/** As long as the most patient of these answers asks for, a minute at most, and up to a second more; in milliseconds. */
export function nextDelayMs(exchanges: readonly Exchange[]): number {
  const delays = exchanges.map((exchange) => askedToComeBack(exchange, [429, 503]) ?? 0)
  const asked = Math.min(longestPatience, Math.max(0, ...delays))
  return 1000 * (asked + Math.min(1, asked) * (nextPlace() / places))
}

/** Waits until these answers let us come back. */
export async function comeBack(exchanges: readonly Exchange[], signal: AbortSignal): Promise<void> {
  await wait(nextDelayMs(exchanges), undefined, { signal })
}

/** A rate limit has not looked at the request: we come back when it asks us to, as the service would. */
export async function patiently(run: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
  let waited = 0
  for (let tries = 1; ; tries += 1) {
    const exchange = await run()
    const delay = askedToComeBack(exchange)
    const isLimit = exchange.kind === 'answer' && outcomeOf(exchange) !== 'unknown'
    if (!isLimit || delay === undefined || delay > longestPatience || tries === patientTries) return exchange
    waited += delay
    if (waited > patienceInAll) return exchange
    await comeBack([exchange], signal)
  }
}
