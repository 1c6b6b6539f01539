import type { Outcome } from '../history/index.ts'
import { checkOperationResult, type OperationResult } from '../protocol/index.ts'
import type { Exchange } from '../wire/exchange.ts'
import { musts, outcomeOf } from './expect.ts'
import { is2xx } from './observations.ts'

/** What an exchange says about its operation: the only thing the judge sees of it. */
export function classify(exchange: Exchange, kind: 'publish' | 'lookup'): Outcome {
  if (exchange.kind === 'silence') return { is: exchange.why === 'refused' ? 'not sent' : 'silent' }
  const { status, document } = exchange
  if (is2xx(status)) {
    if (!document.ok || musts(checkOperationResult(document.value, document.oddNumbers)).length > 0) {
      return { is: 'other', note: `status ${status} without a valid result` }
    }
    const result = document.value as OperationResult
    return result.status === 'published'
      ? {
          is: 'published',
          externalId: result.external_id,
          ...(result.external_url === undefined ? {} : { externalUrl: result.external_url }),
        }
      : { is: 'pending', providerReference: result.provider_reference }
  }
  if (kind === 'lookup' && status === 404) return { is: 'absent' }
  const outcome = outcomeOf(exchange)
  // A rate limit has not looked at the operation, whatever outcome it names for want of knowing (R17).
  if (outcome === 'unknown') return { is: status === 429 ? 'silent' : 'unknown' }
  if (outcome === 'rejected') return { is: 'rejected', status }
  // Elsewhere than on publish the outcome is optional (R1), and a connector that sheds load has not looked at the operation.
  if (kind === 'lookup' || status === 429 || status === 503) return { is: 'silent' }
  return { is: 'other', note: `status ${status} without an outcome` }
}
