import {
  checkOperationResult,
  checkProblem,
  type Complaint,
  type OperationResult,
  type Problem,
  type ProblemExpectation,
} from '../protocol/index.ts'
import type { Answer, Exchange } from '../wire/exchange.ts'
import { is2xx } from './observations.ts'
import { askedToComeBack, wasShed } from './turned-away.ts'
import { Inconclusive, Violation } from './verdict.ts'

/*
 * What an exchange must be for a conforming connector. Each decides once what silence means: nobody listening is
 * inconclusive (the runner looks whether the process died), anything else is an answer that the specification owes us.
 */

const asked = ({ asked: { method, path } }: Exchange): string => `${method} ${path.split('?')[0]}`

/** A complete answer that is exactly one JSON document, is no redirect and is not encoded (R3, §4.2, §7.1.1). */
export function expectAnswer(exchange: Exchange, expected: string): Answer & { document: { ok: true } } {
  if (exchange.kind === 'silence') {
    if (exchange.why === 'given up') throw new Inconclusive(`${asked(exchange)} was not waited for: ${exchange.detail}`)
    if (exchange.why === 'refused') throw new Inconclusive(`nobody listened for ${asked(exchange)}: ${exchange.detail}`)
    throw new Violation(
      `${expected} from ${asked(exchange)}`,
      `no complete answer: ${exchange.why}, ${exchange.detail}`,
    )
  }
  const { document, status } = exchange
  if (!document.ok) {
    throw new Violation(
      `${expected} from ${asked(exchange)}, one JSON document`,
      `status ${status} and a body that is not one: ${document.flaw}, ${document.detail}`,
    )
  }
  return { ...exchange, document }
}

/**
 * A limit that asks to come back has not looked at the request, even when it adds that nothing was written; whether it may
 * say that is for the judge, who knows the history of the operation.
 */
function expectNotTurnedAway(answer: Answer): void {
  if (askedToComeBack(answer) === undefined) return
  throw new Inconclusive(`the connector turned ${asked(answer)} away for the number of requests (status 429)`)
}

/** A 2xx answer; gives its document. */
export function expectSuccess(exchange: Exchange, what = 'a 2xx answer'): unknown {
  const answer = expectAnswer(exchange, what)
  expectNotTurnedAway(answer)
  if (!is2xx(answer.status)) throw new Violation(`${what} from ${asked(exchange)}`, describeRefusal(answer))
  return answer.document.value
}

/** Fails with the first must complaint, naming where in the answer it is. */
export function expectNoComplaint(complaints: readonly Complaint[], where: string): void {
  const first = complaints[0]
  if (!first) return
  const more = complaints.length > 1 ? ` (and ${complaints.length - 1} more)` : ''
  throw new Violation(`${first.expected} at ${first.pointer || '/'} of ${where}`, `${first.actual}${more}`)
}

export const musts = (complaints: readonly Complaint[]): readonly Complaint[] =>
  complaints.filter(({ level }) => level === 'must')

/** A published or pending result of the right shape (§2.9). */
export function expectResult(exchange: Exchange): OperationResult {
  const answer = expectAnswer(exchange, 'a published or pending result')
  expectNotTurnedAway(answer)
  if (answer.status === 429 && outcomeOf(answer) !== 'rejected') {
    throw new Inconclusive(`the connector turned ${asked(exchange)} away for the number of requests (status 429)`)
  }
  if (!is2xx(answer.status)) {
    throw new Violation(`a published or pending result from ${asked(exchange)}`, describeRefusal(answer))
  }
  const { value, oddNumbers } = answer.document
  expectNoComplaint(musts(checkOperationResult(value, oddNumbers)), `the answer of ${asked(exchange)}`)
  return value as OperationResult
}

/**
 * The result of a publish that nothing disturbed. An outcome of `unknown` is no refusal: its write was lost all the same, on
 * a busy machine for one, which leaves open how the connector takes what was sent.
 */
export function expectTaken(exchange: Exchange): OperationResult {
  if (exchange.kind === 'answer' && outcomeOf(exchange) === 'unknown') {
    throw new Inconclusive(`the write of ${asked(exchange)} was lost although nothing disturbed it`)
  }
  return expectResult(exchange)
}

/** A non-2xx typed problem (§2.10, R1). */
export function expectProblem(exchange: Exchange, outcome: ProblemExpectation['outcome'] = 'optional'): Problem {
  const answer = expectAnswer(exchange, 'a problem with a non-2xx status')
  if (is2xx(answer.status) || (answer.status >= 300 && answer.status < 400)) {
    throw new Violation(`a problem with a non-2xx status from ${asked(exchange)}`, `status ${answer.status}`)
  }
  const complaints = checkProblem(answer.document.value, { httpStatus: answer.status, outcome })
  expectNoComplaint(musts(complaints), `the problem of ${asked(exchange)} (status ${answer.status})`)
  return answer.document.value as Problem
}

/** Turned away for load, an answer says nothing about what was asked (R17). */
export function expectNotShed(exchange: Exchange): void {
  if (!wasShed(exchange)) return
  throw new Inconclusive(
    `the connector turned ${asked(exchange)} away for load (status ${exchange.status}), so that nothing was learned about what was asked`,
    'take more requests at once, or refuse what is invalid with 400 or 422, which cannot be mistaken for load',
  )
}

/** A refusal of what was asked, and not of one request too many. */
export function expectRefusal(exchange: Exchange, outcome: ProblemExpectation['outcome']): Problem {
  expectNotShed(exchange)
  return expectProblem(exchange, outcome)
}

/** A refusal for the token: 401 or 403, and nothing that claims more (R2). */
export function expectUnauthorized(exchange: Exchange, others: readonly number[] = []): void {
  const answer = expectAnswerWithStatus(exchange, 'status 401 or 403')
  if (![401, 403, ...others].includes(answer.status)) {
    throw new Violation(`status 401 or 403 from ${asked(exchange)}`, `status ${answer.status}`)
  }
}

/** An answer whose body does not matter. */
export function expectAnswerWithStatus(exchange: Exchange, expected: string): Answer {
  if (exchange.kind === 'answer') return exchange
  if (exchange.why === 'given up') throw new Inconclusive(`${asked(exchange)} was not waited for: ${exchange.detail}`)
  if (exchange.why === 'refused') throw new Inconclusive(`nobody listened for ${asked(exchange)}: ${exchange.detail}`)
  throw new Violation(`${expected} from ${asked(exchange)}`, `no complete answer: ${exchange.why}, ${exchange.detail}`)
}

/** What a non-2xx answer said, in words that hold nothing of the other side but its status and outcome. */
export function describeRefusal(answer: Answer): string {
  const outcome = outcomeOf(answer)
  return `status ${answer.status}${outcome === undefined ? '' : ` with outcome "${outcome}"`}`
}

export function outcomeOf(answer: Answer): 'rejected' | 'unknown' | undefined {
  const value = answer.document.ok ? answer.document.value : undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'outcome')) return undefined
  const { outcome } = value as { outcome?: unknown }
  return outcome === 'rejected' || outcome === 'unknown' ? outcome : undefined
}

/**
 * What stands around a probe: good requests before and after, provocations. When it goes wrong the probe proves nothing,
 * and what went wrong is for the case that is about it.
 */
export async function asControl<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Violation)) throw thrown
    throw new Inconclusive(`what this case builds on went wrong: ${thrown.message}`)
  }
}
