import type { RequestHandler } from 'msw'
import type { RequestPattern } from '../target/configuration.ts'
import { createArms } from './arms.ts'
import { createBook } from './book.ts'
import { createCalibration } from './calibration.ts'
import { serveExchange } from './exchange.ts'
import { createFollowers } from './followers.ts'
import type { Gate, GateEvent } from './gate.ts'
import { serveHandlers } from './handlers.ts'
import { createHealthLearning } from './health.ts'
import { listen, urlOf } from './listener.ts'
import type { Machinery } from './machinery.ts'
import { createMarkers } from './markers.ts'
import { createOutages } from './outage.ts'
import { matches } from './pattern.ts'
import { askUpstream } from './upstream.ts'

export interface GateOptions {
  readonly source:
    | { readonly kind: 'upstream'; readonly url: string }
    | { readonly kind: 'handlers'; readonly handlers: readonly RequestHandler[] }
  /** Port 0 is a free one, kept until the gate closes. */
  readonly listen: { readonly host: string; readonly port: number }
  /** Instead of learning it. */
  readonly write?: RequestPattern
  /** Never taken for a request of an operation because of a learned string. */
  readonly health?: readonly RequestPattern[]
  /** Told the target and headers of every request, then its body, as they came in. Must not throw. */
  readonly inspect?: (bytes: Uint8Array) => void
  /** Must not throw. */
  readonly observe?: (event: GateEvent) => void
}

export async function openGate(options: GateOptions): Promise<Gate> {
  const { source, health = [], observe = () => {} } = options
  const handlers = source.kind === 'handlers' ? await serveHandlers(source.handlers) : undefined
  const upstream = new URL(source.kind === 'upstream' ? source.url : (handlers?.url ?? ''))
  const closing = new AbortController()
  const secrets = new Set<string>()
  const markers = createMarkers()
  const followers = createFollowers()
  const arms = createArms(observe)
  const book = createBook(observe)
  const calibration = createCalibration({
    pinned: options.write,
    health,
    book,
    followers,
    belongs: (operation, segment) => markers.belongs(operation, segment),
  })
  const healthLearning = createHealthLearning(book, health)
  let reusesConnections = false

  const listener = await listen(options.listen.host, options.listen.port, (request, response) => {
    const nth = listener.countRequest(request.socket)
    if (nth > 1) reusesConnections = true
    void serveExchange(machinery, request, response, nth === 1)
  }).catch(async (error: unknown) => {
    await handlers?.[Symbol.asyncDispose]()
    throw error
  })
  const outages = createOutages(listener)
  const machinery: Machinery = {
    book,
    markers,
    followers,
    arms,
    calibration,
    outages,
    secrets,
    isHealth: ({ method, path }) => health.some((pattern) => matches(pattern, method, path)),
    ask: (request) => askUpstream(upstream, request, closing.signal),
    observe,
    inspect: options.inspect ?? (() => {}),
    closing: closing.signal,
  }

  return {
    url: urlOf(options.listen.host, listener.port),
    upstream: upstream.href.replace(/\/$/, ''),
    learned: {
      secrets,
      get health() {
        return healthLearning.learned
      },
      get write() {
        return calibration.write
      },
      get unattributed() {
        return calibration.unattributed
      },
      writeIsPinned: calibration.isPinned,
      get reusesConnections() {
        return reusesConnections
      },
    },
    watch: (operation, marker) => markers.watch(operation, marker),
    attempts: (operation) => book.attempts(operation),
    calibrate: (operation, publish, count) => calibration.run(operation, publish, count),
    duringHealth: (work) => healthLearning.during(work),
    arm: (arm) => arms.arm(arm),
    outage: (how, body) => outages.begin(how, body),
    drained: (operation, signal) => book.drained(operation, signal),
    async [Symbol.asyncDispose]() {
      closing.abort()
      arms.releaseAll()
      await listener.close()
      await handlers?.[Symbol.asyncDispose]()
    },
  }
}
