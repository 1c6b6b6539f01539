import type { Exchange } from '../wire/exchange.ts'
import type { LookupWord, PublishWord } from './word.ts'

/** One publish or lookup of the host, and how it understood the answer. */
export type HostCall = PublishCall | LookupCall

interface PublishCall {
  readonly kind: 'publish'
  readonly operationId: string
  readonly exchange: Exchange
  readonly word: PublishWord
}

interface LookupCall {
  readonly kind: 'lookup'
  readonly operationId: string
  readonly exchange: Exchange
  readonly word: LookupWord
}

/**
 * The first publish that nothing allowed: since the publish of the same operation before it, no answer said that nothing
 * was written. Undefined when every repeat had its reason.
 */
export function blindRepeat(calls: readonly HostCall[]): HostCall | undefined {
  const possible = new Set<string>()
  for (const call of calls) {
    const { kind, operationId, word } = call
    if (kind === 'publish') {
      if (possible.has(operationId)) return call
      possible.add(operationId)
    }
    if (saysNothingWritten(word)) possible.delete(operationId)
  }
  return undefined
}

const saysNothingWritten = ({ is }: HostCall['word']): boolean =>
  is === 'absent' || is === 'rejected' || is === 'nothing sent' || is === 'busy'
