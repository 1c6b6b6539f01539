import { connect, type Link } from './connect.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './exchange.ts'
import type { IdleLinks } from './idle-links.ts'
import type { Origin } from './origin.ts'
import { type Conversation, converse } from './raw-socket.ts'
import type { Recording } from './recording.ts'
import { notConnected } from './started.ts'

/** One request of a burst, ready to be written. */
export interface Shot {
  readonly message: Uint8Array
  readonly recording: Recording
  readonly deadline: Deadline
}

/** How long the connector stays paused when the kernel does not take everything, e.g. bodies larger than its buffers. */
const longestPauseMs = 250

/** Writes every shot in one turn of the event loop, on warm sockets while there are some, then on fresh ones. */
export async function fireBurst(
  origin: Origin,
  pool: IdleLinks,
  shots: readonly Shot[],
  around: { readonly pause: () => void; readonly resume: () => void } | undefined,
): Promise<readonly Exchange[]> {
  const links = await Promise.all(shots.map((shot) => takeOrConnect(origin, pool, shot)))
  let fired: readonly (Conversation | Exchange)[]
  try {
    around?.pause()
    fired = shots.map(({ message, recording, deadline }, index) => {
      const link = links[index]
      if (link === undefined) throw new Error('a shot without a link')
      return 'socket' in link ? converse(link, message, recording, deadline.signal) : link
    })
    if (around !== undefined) await handedOver(fired)
  } catch (cause) {
    for (const link of links) if ('socket' in link) link.drop()
    throw cause
  } finally {
    around?.resume()
  }
  return Promise.all(fired.map(async (result, index) => await settled(result, links[index], pool)))
}

const takeOrConnect = async (origin: Origin, pool: IdleLinks, { recording, deadline }: Shot): Promise<Link | Exchange> =>
  pool.take() ?? connect(origin, deadline.signal).catch((cause: unknown) => notConnected(recording, cause))

async function handedOver(fired: readonly (Conversation | Exchange)[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, longestPauseMs)))
  await Promise.race([bound, Promise.all(fired.map((each) => ('sent' in each ? each.sent : false)))])
  clearTimeout(timer)
}

async function settled(result: Conversation | Exchange, link: Link | Exchange | undefined, pool: IdleLinks): Promise<Exchange> {
  if (!('ended' in result)) return result
  const { exchange, reusable } = await result.ended
  if (reusable && link !== undefined && 'socket' in link) pool.keep(link)
  return exchange
}
