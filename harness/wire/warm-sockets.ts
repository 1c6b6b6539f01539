import { connect, type Link } from './connect.ts'
import type { Exchange } from './exchange.ts'
import { idleLinks } from './idle-links.ts'
import type { Origin } from './origin.ts'
import { messageOf, type Outgoing, prepare } from './outgoing.ts'
import { converse } from './raw-socket.ts'
import { notConnected } from './started.ts'
import { together, type Together } from './together.ts'
import type { UnderWay } from './under-way.ts'
import type { WarmSockets } from './wire.ts'

const atOnce: Together = { arrive: async (write) => write(), absent: () => {} }

/**
 * Opens up to `count` keep-alive sockets, as many as the connector keeps open. One that serves a connection per worker
 * would starve on them: where a request goes unanswered while the others are open, all are given back.
 */
export async function warmSockets(
  count: number,
  origin: Origin,
  token: string,
  underWay: UnderWay,
): Promise<WarmSockets> {
  const pool = idleLinks()

  /** One exchange on `warm`, or on a fresh socket. With `keep`, a socket that stays open goes to the pool. */
  function exchangeOn(warm: Link | undefined, keep: boolean, outgoing: Outgoing, timing: Together): Promise<Exchange> {
    const message = messageOf(outgoing, origin, keep ? 'keep-alive' : 'close')
    const { recording, deadline, observed } = underWay.begin(outgoing)
    const run = async (): Promise<Exchange> => {
      const link =
        warm ?? (await connect(origin, deadline.signal).catch((cause: unknown) => notConnected(recording, cause)))
      if ('kind' in link) {
        timing.absent()
        return link
      }
      try {
        const conversation = await timing.arrive(() => converse(link, message, recording, deadline.signal))
        const { exchange, reusable } = await conversation.ended
        if (reusable && keep) pool.keep(link)
        else link.drop()
        return exchange
      } catch (cause) {
        link.drop()
        throw cause
      }
    }
    return observed(run())
  }

  /** One harmless GET on a fresh socket. */
  function greet(keep: boolean, deadlineMs?: number): Promise<Exchange> {
    const request = { method: 'GET', path: '/v1/health', ...(deadlineMs === undefined ? {} : { deadlineMs }) }
    const outgoing = prepare(request, origin, token)
    return exchangeOn(undefined, keep, outgoing, atOnce)
  }

  async function fill(): Promise<void> {
    const first = await greet(true)
    if (pool.size === 0) return
    // A single-threaded connector answers one after the other.
    const patience = Math.max(1000, 4 * count * Math.ceil(first.millis))
    const others = await Promise.all(Array.from({ length: count - 1 }, () => greet(true, patience)))
    const starved = others.some(isTimeout) || isTimeout(await greet(false, patience))
    if (starved) pool[Symbol.dispose]()
  }

  if (count > 0) await fill()
  return {
    get count() {
      return pool.size
    },
    async fire(requests, around) {
      const prepared = requests.map((request) => prepare(request, origin, token))
      const barrier = together(prepared.length, around)
      const exchanges = prepared.map((outgoing) => {
        const warm = pool.take()
        return exchangeOn(warm, warm !== undefined, outgoing, barrier)
      })
      return Promise.all(exchanges)
    },
    [Symbol.dispose]() {
      pool[Symbol.dispose]()
    },
  }
}

const isTimeout = (exchange: Exchange): boolean => exchange.kind === 'silence' && exchange.why === 'timed out'
