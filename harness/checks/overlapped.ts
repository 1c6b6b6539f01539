import type { Exchange } from '../wire/exchange.ts'

/** Every request was written completely before the first byte of the first answer arrived (R17). */
export function overlapped(exchanges: readonly Exchange[]): boolean {
  const sent = exchanges.map(({ moments }) => moments.sent)
  const firstBytes = exchanges.flatMap(({ moments }) => moments.firstByte ?? [])
  return !sent.includes(undefined) && Math.max(...(sent as number[])) < Math.min(...firstBytes)
}
