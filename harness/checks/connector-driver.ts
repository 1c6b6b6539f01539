import type { History, Outcome as CallOutcome } from '../history/index.ts'
import { lookupPath, type Manifest, type OperationResult, routes, type RouteName } from '../protocol/index.ts'
import type { Answer, Exchange } from '../wire/exchange.ts'
import type { WireRequest } from '../wire/request.ts'
import type { Started, WarmSockets, Wire } from '../wire/wire.ts'
import { type Bounds, boundsAt } from './bounds.ts'
import { classify } from './classify.ts'
import { expectResult, outcomeOf } from './expect.ts'
import { type Facts, require } from './facts.ts'
import { makeOperation, type Operation } from './operation.ts'
import { patiently } from './patience.ts'
import { ask } from './poll.ts'
import type { ProfileInput } from './profile-input.ts'
import { quoteProblem } from './quote-problem.ts'
import type { SecretBook } from './secret-book.ts'
import { seconds } from './seconds.ts'
import { Inconclusive, Violation } from './verdict.ts'

/** Anything about a request that a case may change. */
export type Changes = Pick<WireRequest, 'authorization' | 'deadlineMs' | 'bytes' | 'headers' | 'offTheRecord'> & {
  /** Instead of the valid request. */
  readonly body?: unknown
  /** The body is not what the operation began with: it enters the history for I1 and I9 only (R19). */
  readonly odd?: boolean
}

/** The six routes as a case uses them. Every publish and lookup of an operation enters its history. */
export interface ConnectorDriver {
  readonly wire: Wire
  readonly facts: Facts
  readonly history: History
  /** The configured token, for cases that send almost the right one. */
  readonly token: string
  readonly manifest: Manifest
  readonly connectionRef: string

  /** The plain request of a route: right token, valid body where it has one. */
  request(route: RouteName, body?: unknown): WireRequest
  send(request: WireRequest): Promise<Exchange>
  get(route: 'manifest' | 'health'): Promise<Exchange>

  /** A new operation with valid input; see `makeOperation` for `change`. */
  operation(input: ProfileInput, change?: Parameters<typeof makeOperation>[3]): Operation
  publish(operation: Operation, changes?: Changes): Promise<Exchange>
  lookup(operation: Operation, changes?: Changes): Promise<Exchange>
  /** A publish on a socket that the case can give up. */
  startPublish(operation: Operation): Started
  startLookup(operation: Operation): Started
  /** Publishes and lookups of these operations at once on warm sockets; the exchanges in the same order. */
  burst(
    sockets: WarmSockets,
    calls: readonly BurstCall[],
    around?: Parameters<WarmSockets['fire']>[1],
  ): Promise<readonly Exchange[]>

  /** Enters a call that somebody else sends into the history of its operation. */
  recorded(operation: Operation, kind: 'publish' | 'lookup', send: () => Promise<Exchange>): Promise<Exchange>

  /** The positive control: publishes valid input. A refusal makes the case inconclusive and quotes it (R13). */
  publishAccepted(operation: Operation): Promise<OperationResult>
  /** `publishAccepted`, then `expectPublished`. */
  publishToEnd(operation: Operation): Promise<Published>
  /**
   * Lookups until an accepted publish that nothing disturbed is published (R20a). A violation when it stays pending although
   * its write was answered; inconclusive when no gate saw such an answer, as on a machine that gives the connector no time.
   */
  expectPublished(operation: Operation): Promise<Published>
  /** Lookups until the operation is published; undefined when it stays pending or unknown for `withinMs`. */
  settle(operation: Operation, withinMs?: number): Promise<Published | undefined>
  /** Lookups until an operation that is in no history is published or refused; inconclusive when it stays pending. */
  settleUnwatched(operation: Operation): Promise<Published | Answer>
  /** R20a: max(15 s, 20 × the undisturbed time). */
  readonly convergenceMs: number
}

export type BurstCall = { readonly operation: Operation; readonly kind: 'publish' | 'lookup'; readonly body?: unknown }

export type Published = Extract<OperationResult, { status: 'published' }>

/**
 * What the gate saw of the writes of an operation: the last was answered with success; the connector gave one up or sent it
 * again, so that nobody knows what it has read; none has come to either end.
 */
export type WriteSeen = 'answered' | 'uncertain' | 'none'

const gateHint =
  'let the connector talk to its destination through the gate: name it in touchstone.yaml (destination.url)'

export function driveConnector(options: {
  readonly wire: Wire
  readonly token: string
  readonly facts: () => Facts
  readonly history: History
  readonly secrets: SecretBook
  readonly signal: AbortSignal
  readonly bounds?: Bounds
  /** Told of every new operation, before anything of it is sent. */
  readonly registered: (operation: Operation) => void
  /** Absent where nobody can see the writes. */
  readonly writeSeen?: (operation: Operation) => WriteSeen
  /** Counts the items of an operation and throws what its history breaks. */
  readonly expectSound?: (operation: Operation) => Promise<void>
}): ConnectorDriver {
  const { wire, history, secrets, signal, bounds = boundsAt(1) } = options
  const answerWithinMs = bounds.operationWithinMs

  const request = (name: RouteName, body?: unknown): WireRequest => {
    const route = routes.find((each) => each.name === name)
    if (!route) throw new TypeError(`no route ${name}`)
    const answered = { signal, deadlineMs: bounds.healthWithinMs }
    return { method: route.method, path: route.path, ...answered, ...(body === undefined ? {} : { json: body }) }
  }

  const publishRequest = (operation: Operation, changes: Changes): WireRequest => {
    const { body, odd: _, ...rest } = changes
    const json = rest.bytes === undefined ? { json: body ?? operation.request } : {}
    return { ...request('publish'), deadlineMs: answerWithinMs, ...json, ...rest }
  }

  const lookupRequest = (operation: Operation, changes: Changes = {}): WireRequest => {
    const { body: _, odd: __, ...rest } = changes
    return { method: 'GET', path: lookupPath(operation.id), signal, deadlineMs: answerWithinMs, ...rest }
  }

  /** Enters the call into the history, whatever becomes of it. */
  const recorded = async (
    operation: Operation,
    kind: Parameters<History['begin']>[1],
    run: () => Promise<Exchange>,
  ): Promise<Exchange> => {
    const call = history.begin(operation.id, kind)
    let outcome: CallOutcome = { is: 'silent' }
    try {
      const exchange = await run()
      outcome = classify(exchange, kind === 'lookup' ? 'lookup' : 'publish')
      allowIdentifiers(exchange, secrets)
      return exchange
    } finally {
      call.end(outcome)
    }
  }

  const publishedBy = async (lookup: () => Promise<Exchange>): Promise<Published | undefined> => {
    const exchange = await lookup()
    if (exchange.kind === 'answer' && mayComeLater(exchange)) return undefined
    const result = expectResult(exchange)
    return result.status === 'published' ? result : undefined
  }

  /** Throws what can be said of an operation that stays pending although nothing disturbed it. */
  const undecided = async (operation: Operation, why: string, enable?: string): Promise<never> => {
    // Whatever became of it, a second item is one too many.
    await options.expectSound?.(operation)
    throw new Inconclusive(why, enable)
  }

  /** The bound of R20a counts from the answer to the write. */
  const expectPublished = async (operation: Operation): Promise<Published> => {
    const { writeSeen } = options
    const within = { withinMs: driver.convergenceMs, signal }
    const after = seconds(driver.convergenceMs)
    const probe = (): Promise<Published | undefined> => publishedBy(() => driver.lookup(operation))
    const seen = async (): Promise<Published | WriteSeen | undefined> => {
      const write = writeSeen?.(operation)
      return (await probe()) ?? (write === 'none' ? undefined : write)
    }
    const first = await ask(seen, within)
    if (typeof first === 'object') return first
    if (!writeSeen) {
      return await undecided(operation, `it stayed pending for ${after}, and nobody could see its write`, gateHint)
    }
    if (first === undefined) {
      return await undecided(
        operation,
        `it stayed pending, and no write of it was seen to succeed at the destination within ${after}`,
      )
    }
    const end = await ask(probe, within)
    if (end) return end
    if (writeSeen(operation) === 'uncertain') {
      return await undecided(
        operation,
        'it stayed pending, and the connector gave up a write to its destination, or sent one again, as if it had not read the answer',
      )
    }
    throw new Violation(
      `a publish whose write was answered normally to become published within ${after}`,
      'it stayed pending',
    )
  }

  const driver: ConnectorDriver = {
    wire,
    history,
    token: options.token,
    get facts() {
      return options.facts()
    },
    get manifest() {
      return require(options.facts().manifest)
    },
    get connectionRef() {
      return require(options.facts().connectionRef)
    },
    request,
    // With another token the refusal itself is what a case is after.
    send: (each) =>
      each.authorization ? wire.send({ signal, ...each }) : patiently(() => wire.send({ signal, ...each }), signal),
    get: (route) => patiently(() => wire.send(request(route)), signal),

    operation(input, change) {
      const bound = { connectionRef: driver.connectionRef, capabilityRevision: driver.manifest.capability_revision }
      const operation = makeOperation(input, bound, secrets, change)
      options.registered(operation)
      return operation
    },
    publish(operation, changes = {}) {
      const kind = changes.odd === true ? 'odd publish' : 'publish'
      const once = (): Promise<Exchange> =>
        recorded(operation, kind, () => wire.send(publishRequest(operation, changes)))
      return changes.authorization ? once() : patiently(once, signal)
    },
    lookup: (operation, changes) =>
      patiently(() => recorded(operation, 'lookup', () => wire.send(lookupRequest(operation, changes))), signal),
    startPublish(operation) {
      const started = wire.start(publishRequest(operation, {}))
      return { ...started, exchange: recorded(operation, 'publish', () => started.exchange) }
    },
    startLookup(operation) {
      const started = wire.start(lookupRequest(operation))
      return { ...started, exchange: recorded(operation, 'lookup', () => started.exchange) }
    },
    async burst(sockets, calls, around) {
      const open = calls.map(({ operation, kind, body }) =>
        history.begin(operation.id, kind === 'lookup' ? 'lookup' : body === undefined ? 'publish' : 'odd publish'),
      )
      const exchanges = await sockets.fire(
        calls.map(({ operation, kind, body }) =>
          kind === 'lookup' ? lookupRequest(operation) : publishRequest(operation, { body }),
        ),
        around,
      )
      // In the order in which the answers came: the history is judged by that order.
      const arrived = exchanges
        .map((exchange, index) => ({ exchange, index }))
        .toSorted((a, b) => a.exchange.moments.ended - b.exchange.moments.ended)
      for (const { exchange, index } of arrived) {
        allowIdentifiers(exchange, secrets)
        open[index]?.end(classify(exchange, calls[index]?.kind ?? 'publish'))
      }
      return exchanges
    },

    async publishAccepted(operation) {
      const exchange = await driver.publish(operation)
      if (exchange.kind === 'answer' && isRefusal(exchange.status)) {
        throw new Inconclusive(
          `the connector refused a publish that the harness takes for valid: ${quoteProblem(exchange, secrets)}`,
          `give an example of valid input for this profile in touchstone.yaml:\n  profiles: [{ id: ${String(operation.request['output_profile'])}, settings: { … }, content: … }]`,
        )
      }
      return expectResult(exchange)
    },
    async publishToEnd(operation) {
      const result = await driver.publishAccepted(operation)
      if (result.status === 'published') return result
      return await driver.expectPublished(operation)
    },
    expectPublished,
    settle: (operation, withinMs = driver.convergenceMs) =>
      ask(() => publishedBy(() => driver.lookup(operation)), { withinMs, signal }),
    async settleUnwatched(operation) {
      const settled = await ask<Published | Answer>(
        async () => {
          const exchange = await patiently(() => wire.send(lookupRequest(operation)), signal)
          if (exchange.kind === 'answer' && isRefusal(exchange.status) && !mayComeLater(exchange)) return exchange
          return await publishedBy(async () => exchange)
        },
        { withinMs: driver.convergenceMs, signal },
      )
      if (settled) return settled
      throw new Inconclusive('it stayed pending, and its write cannot be told from that of another operation')
    },
    recorded,
    get convergenceMs() {
      return Math.max(bounds.publishedWithinMs, 20 * driver.facts.undisturbedMillis)
    },
  }
  return driver
}

/** An answer that says neither yes nor no: unknown, or too busy to say. */
const mayComeLater = (answer: Answer): boolean =>
  answer.status >= 400 && (outcomeOf(answer) === 'unknown' || [429, 503].includes(answer.status))

const isRefusal = (status: number): boolean => status >= 400

/** Values that may lawfully contain a canary, a slug of the title for one (R24). */
function allowIdentifiers(exchange: Exchange, secrets: SecretBook): void {
  if (exchange.kind !== 'answer' || !exchange.document.ok) return
  const { value } = exchange.document
  if (typeof value !== 'object' || value === null) return
  for (const key of ['external_id', 'external_url', 'provider_reference']) {
    const member: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    if (typeof member === 'string') secrets.allow(member)
  }
}
