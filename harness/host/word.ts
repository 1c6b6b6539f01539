import { own } from '../protocol/json.ts'
import { type OperationResult, type Problem, readOperationResult, readProblem } from '../protocol/index.ts'
import type { Answer, Exchange } from '../wire/exchange.ts'

/** What the answer to a publish means for the operation. */
export type PublishWord = Told | NothingSent

/** What the answer to a lookup means for the operation. */
export type LookupWord = Told | Absent

type Told = Published | Pending | Unknown | Rejected | Busy | Unusable

export interface Published {
  readonly is: 'published'
  readonly externalId: string
  readonly externalUrl?: string
}

export interface Pending {
  readonly is: 'pending'
  readonly providerReference: string
  readonly pollAfterMs: number
}

/** A write may have occurred: a problem says so, or sheds load without saying that none did. */
export interface Unknown {
  readonly is: 'unknown'
  readonly retryAfterMs?: number
}

/** A problem with that outcome: no write occurred. */
export interface Rejected {
  readonly is: 'rejected'
  readonly status: number
  readonly kind: string
  readonly providerCode?: string
}

/** Turned away under 429 or 503 with a delay. To a publish it is said only of one that wrote nothing. */
export interface Busy {
  readonly is: 'busy'
  readonly retryAfterMs: number
  readonly refusal: Rejected
}

/** No complete answer, or none that the protocol has: after a publish a write may have occurred. */
export interface Unusable {
  readonly is: 'unusable'
  /** In the harness's own words. */
  readonly note: string
}

/** No connection came about: not a byte of the request left. */
export interface NothingSent {
  readonly is: 'nothing sent'
}

/** 404 with a typed problem: the operation is known not to exist, and no write occurred (§4.2.5). */
export interface Absent {
  readonly is: 'absent'
}

/** Reads the answer to a publish. In doubt a write may have occurred. */
export function readPublish(exchange: Exchange): PublishWord {
  if (exchange.kind === 'silence') return exchange.why === 'refused' ? { is: 'nothing sent' } : silent(exchange.why)
  const problem = problemIn(exchange)
  if (!problem) return readResult(exchange)
  const { outcome, status } = problem
  if (outcome === 'unknown') return unknown(problem)
  if (outcome === 'rejected') return busy(problem, rejected(problem)) ?? rejected(problem)
  // A refusal for the token may leave the outcome out (R1): nobody wrote for a stranger.
  if (isForTheToken(status)) return rejected(problem)
  return isOverload(status) ? unknown(problem) : unusable(`status ${status} without an outcome`)
}

/** Reads the answer to a lookup. In doubt it says nothing. */
export function readLookup(exchange: Exchange): LookupWord {
  if (exchange.kind === 'silence') return silent(exchange.why)
  const problem = problemIn(exchange)
  if (!problem) return readResult(exchange)
  const { outcome, status } = problem
  if (outcome === 'unknown') return unknown(problem)
  if (status === 404) return { is: 'absent' }
  const waiting = busy(problem, rejected(problem))
  if (waiting) return waiting
  // Such a refusal is about the lookup, not about the operation; so is one that sheds load.
  const ofTheLookup = isForTheToken(status) || isOverload(status)
  return outcome === 'rejected' && !ofTheLookup ? rejected(problem) : unusable(`status ${status}`)
}

function readResult({ status, document }: Answer): Told {
  const result = status >= 200 && status < 300 && document.ok ? readOperationResult(document.value) : undefined
  return result ? resultOf(result) : unusable(`status ${status} without a result or a problem`)
}

function resultOf(result: OperationResult): Published | Pending {
  if (result.status === 'pending') {
    return {
      is: 'pending',
      providerReference: result.provider_reference,
      pollAfterMs: result.poll_after_seconds * 1000,
    }
  }
  return {
    is: 'published',
    externalId: result.external_id,
    ...(result.external_url === undefined ? {} : { externalUrl: result.external_url }),
  }
}

/** The problem of a failure, when it is one that can be believed: typed, and of the status it came with. */
function problemIn({ status, document }: Answer): Problem | undefined {
  if (status < 400 || !document.ok) return undefined
  const problem = readProblem(document.value)
  // A reader leaves out an outcome that is neither word; to us it is a word that we do not understand.
  const known = problem?.outcome !== undefined || own(document.value, 'outcome') === undefined
  return problem?.status === status && known ? problem : undefined
}

const unknown = ({ retry_after }: Problem): Unknown => ({
  is: 'unknown',
  ...(retry_after === undefined || retry_after < 0 ? {} : { retryAfterMs: retry_after * 1000 }),
})

const rejected = ({ status, kind, provider_code }: Problem): Rejected => ({
  is: 'rejected',
  status,
  kind,
  ...(provider_code === undefined ? {} : { providerCode: provider_code }),
})

const busy = ({ status, retry_after }: Problem, refusal: Rejected): Busy | undefined =>
  isOverload(status) && retry_after !== undefined && retry_after >= 0
    ? { is: 'busy', retryAfterMs: retry_after * 1000, refusal }
    : undefined

const unusable = (note: string): Unusable => ({ is: 'unusable', note })
const silent = (why: string): Unusable => unusable(`no complete answer: ${why}`)
const isForTheToken = (status: number): boolean => status === 401 || status === 403
const isOverload = (status: number): boolean => status === 429 || status === 503
