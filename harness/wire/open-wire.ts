import { fireBurst } from './burst.ts'
import { startDeadline } from './deadline.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import { idleLinks } from './idle-links.ts'
import { readOrigin } from './origin.ts'
import { type Authorization, messageOf, type Outgoing, prepare, prepareBytes } from './outgoing.ts'
import { connect } from './connect.ts'
import { converse } from './raw-socket.ts'
import { type Recording, startRecording } from './recording.ts'
import type { WireRequest } from './request.ts'
import { notConnected, startOnSocket } from './started.ts'
import { exchangeByUndici } from './undici-exchange.ts'
import { warmUp, type WarmOne } from './warm-up.ts'
import type { Started, WarmSockets, Wire } from './wire.ts'

export interface WireOptions {
  /** `http:`, `https:` or `unix:/path/to.sock`. */
  readonly url: string
  readonly token: string
  /** PEM text of a private certificate authority, trusted instead of the public ones. */
  readonly ca?: string
  /** Told every finished exchange, whichever way it went; also warm-ups. */
  readonly observe?: (exchange: Exchange, request: WireRequest, authorization: Authorization) => void
}

/** A wire to one connector. No redirects, decoding, proxies or retries; nothing is opened before the first request. */
export function openWire({ url, token, ca, observe }: WireOptions): Wire {
  const origin = readOrigin(url, ca)
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const toClose = new Set<() => void>()

  /** What every exchange has around it, whichever way it goes. */
  async function bounded(
    outgoing: Outgoing,
    run: (recording: Recording, deadline: Deadline) => Promise<Exchange>,
  ): Promise<Exchange> {
    using deadline = startDeadline(outgoing.deadlineMs, [outgoing.signal, closing.signal])
    const going = run(startRecording(outgoing.asked), deadline)
    underWay.add(going)
    try {
      const exchange = await going
      observe?.(exchange, outgoing.request, outgoing.authorization)
      return exchange
    } finally {
      underWay.delete(going)
    }
  }

  function start(outgoing: Outgoing, message: Uint8Array): Started {
    let begun: Started | undefined
    const exchange = bounded(outgoing, (recording, deadline) => {
      begun = startOnSocket(origin, message, recording, deadline)
      return begun.exchange
    })
    if (begun === undefined) throw new Error('an exchange begins at once')
    const started = begun
    const close = (): void => {
      toClose.delete(close)
      started.close()
    }
    return {
      sent: started.sent,
      exchange,
      giveUp(how) {
        // A silent socket outlives its exchange.
        if (how === 'silent') toClose.add(close)
        started.giveUp(how)
      },
      close,
    }
  }

  async function warm(count: number): Promise<WarmSockets> {
    const pool = idleLinks()
    const health: WireRequest = { method: 'GET', path: '/v1/health' }

    const warmOne: WarmOne = async ({ keep, withinMs }) => {
      const outgoing = prepare(withinMs === undefined ? health : { ...health, deadlineMs: withinMs }, origin, token)
      const message = messageOf(outgoing, origin, keep ? 'keep-alive' : 'close')
      let kept = false
      const exchange = await bounded(outgoing, async (recording, { signal }) => {
        try {
          const link = await connect(origin, signal)
          const { exchange: seen, reusable } = await converse(link, message, recording, signal).ended
          kept = reusable && keep
          if (kept) pool.keep(link)
          else link.drop()
          return seen
        } catch (cause) {
          return notConnected(recording, cause)
        }
      })
      if (exchange.kind === 'silence' && exchange.why === 'timed out') return 'starved'
      return kept ? 'kept' : 'not kept'
    }

    const dispose = (): void => {
      toClose.delete(dispose)
      pool[Symbol.dispose]()
    }
    toClose.add(dispose)
    await warmUp(pool, count, warmOne)
    return {
      get count() {
        return pool.size
      },
      async fire(requests, around) {
        const warmOnes = pool.size
        const shots = requests.map((request, index) => {
          const outgoing = prepare(request, origin, token)
          return { outgoing, message: messageOf(outgoing, origin, index < warmOnes ? 'keep-alive' : 'close') }
        })
        return fireObserved(shots, around)
      },
      [Symbol.dispose]: dispose,
    }

    async function fireObserved(
      shots: readonly { readonly outgoing: Outgoing; readonly message: Uint8Array }[],
      around: Parameters<WarmSockets['fire']>[1],
    ): Promise<readonly Exchange[]> {
      const deadlines = shots.map(({ outgoing }) =>
        startDeadline(outgoing.deadlineMs, [outgoing.signal, closing.signal]),
      )
      try {
        const exchanges = await fireBurst(
          origin,
          pool,
          shots.map(({ outgoing, message }, index) => ({
            message,
            recording: startRecording(outgoing.asked),
            deadline: deadlines[index] ?? startDeadline(outgoing.deadlineMs, []),
          })),
          around,
        )
        exchanges.forEach((exchange, index) => {
          const outgoing = shots[index]?.outgoing
          if (outgoing) observe?.(exchange, outgoing.request, outgoing.authorization)
        })
        return exchanges
      } finally {
        for (const deadline of deadlines) deadline[Symbol.dispose]()
      }
    }
  }

  return {
    origin: url,
    async send(request) {
      const outgoing = prepare(request, origin, token)
      return bounded(outgoing, (recording, deadline) => exchangeByUndici(origin, outgoing, recording, deadline))
    },
    start(request) {
      const outgoing = prepare(request, origin, token)
      return start(outgoing, messageOf(outgoing, origin, 'close'))
    },
    warm,
    async bytes(request, options) {
      const outgoing = prepareBytes(request, token, options?.deadlineMs)
      return start(outgoing, request).exchange
    },
    async close() {
      closing.abort()
      for (const close of [...toClose]) close()
      await Promise.allSettled(underWay)
    },
  }
}
