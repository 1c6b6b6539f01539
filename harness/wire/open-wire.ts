import { keepInMemory, type KeepBody } from './body-store.ts'
import { messageOf, prepare, prepareBytes } from './outgoing.ts'
import { readOrigin } from './origin.ts'
import { startOnSocket } from './started.ts'
import type * as UndiciExchange from './undici-exchange.ts'
import { exchangesUnderWay, type Observe } from './under-way.ts'
import { warmSockets } from './warm-sockets.ts'
import type { Wire } from './wire.ts'

export interface WireOptions {
  /** `http:`, `https:` or `unix:/path/to.sock`. */
  readonly url: string
  readonly token: string
  /** PEM text of a private certificate authority, trusted instead of the public ones. */
  readonly ca?: string
  /** Told every finished exchange, whichever way it went; warm-ups too. */
  readonly observe?: Observe
  /** Where the bodies of answers are kept; in memory unless given. */
  readonly keep?: KeepBody
}

let client: Promise<typeof UndiciExchange> | undefined

/** With the first request: most commands send none, and need not wait for an HTTP client. */
const loadClient = (): NonNullable<typeof client> => (client ??= import('./undici-exchange.ts'))

/** A wire to one connector. No redirects, decoding, proxies or retries; nothing is opened before the first request. */
export function openWire({ url, token, ca, observe, keep = keepInMemory }: WireOptions): Wire {
  const origin = readOrigin(url, ca)
  const underWay = exchangesUnderWay(observe, keep)
  /** Sockets that outlive their exchange: given up in silence, or warm. */
  const leftOpen = new Set<() => void>()

  return {
    origin: url,

    async send(request) {
      const { exchangeByUndici } = await loadClient()
      const outgoing = prepare(request, origin, token)
      const { recording, deadline, observed } = underWay.begin(outgoing)
      return observed(exchangeByUndici(origin, outgoing, recording, deadline))
    },

    start(request) {
      const outgoing = prepare(request, origin, token)
      const message = messageOf(outgoing, origin, 'close')
      const { recording, deadline, observed } = underWay.begin(outgoing)
      const started = startOnSocket(origin, message, recording, deadline)
      const exchange = observed(started.exchange)
      const close = (): void => {
        leftOpen.delete(close)
        started.close()
      }
      return {
        sent: started.sent,
        exchange,
        giveUp(how) {
          if (how === 'silent') leftOpen.add(close)
          started.giveUp(how)
        },
        close,
      }
    },

    async warm(count) {
      const sockets = await warmSockets(count, origin, token, underWay)
      const dispose = (): void => {
        leftOpen.delete(dispose)
        sockets[Symbol.dispose]()
      }
      leftOpen.add(dispose)
      return {
        get count() {
          return sockets.count
        },
        fire: (requests, around) => sockets.fire(requests, around),
        [Symbol.dispose]: dispose,
      }
    },

    async bytes(request, options) {
      const outgoing = prepareBytes(request, token, options?.deadlineMs)
      const { recording, deadline, observed } = underWay.begin(outgoing)
      return observed(startOnSocket(origin, request, recording, deadline).exchange)
    },

    async close() {
      await underWay.close()
      for (const close of leftOpen) close()
    },
  }
}
