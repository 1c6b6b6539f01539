import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { kindOfEnd, whyEnded } from './deadline.ts'
import type { Origin } from './origin.ts'

/** One open connection to the connector. */
export interface Link {
  /** To read from and write to. */
  readonly socket: Socket
  /** Ends the connection at once. */
  drop(): void
  /** Ends it with RST; on a unix socket, which knows none, it just ends. */
  reset(): void
}

/** Why no connection came about; nothing of the request was sent. */
export class NotConnected extends Error {
  readonly why: 'refused' | 'timed out' | 'given up'

  constructor(why: 'refused' | 'timed out' | 'given up', detail: string) {
    super(detail)
    this.why = why
  }
}

/** Connects, with TLS where the origin wants it. Rejects with {@link NotConnected} and nothing else. */
export async function connect(origin: Origin, signal: AbortSignal): Promise<Link> {
  if (signal.aborted) throw new NotConnected(kindOfEnd(signal), whyEnded(signal))
  // The attempt timeout of Node (250 ms) would give up on a far host that has both address families.
  const tcp = connectTcp({ ...origin.address, noDelay: true, autoSelectFamilyAttemptTimeout: 2000 })
  const socket = origin.tls === undefined ? tcp : secure(tcp, origin, origin.tls)
  const link: Link = {
    socket,
    drop() {
      socket.destroy()
      tcp.destroy()
    },
    reset() {
      // `resetAndDestroy` exists for TCP only: below TLS, and not on a unix socket.
      if ('host' in origin.address) tcp.resetAndDestroy()
      socket.destroy()
    },
  }
  await new Promise<void>((resolve, reject) => {
    const end = (failure: NotConnected): void => {
      settle()
      link.drop()
      reject(failure)
    }
    const expire = (): void => end(new NotConnected(kindOfEnd(signal), whyEnded(signal)))
    const fail = (cause: NodeJS.ErrnoException): void => end(new NotConnected('refused', explain(cause)))
    const closed = (): void => fail(new Error('closed'))
    const sockets = [...new Set([tcp, socket])]
    const settle = (): void => {
      signal.removeEventListener('abort', expire)
      for (const each of sockets) each.off('error', fail).off('close', closed)
    }
    for (const each of sockets) {
      // An error after the connection opened, or a second one, must have somebody who hears it.
      each.on('error', () => undefined)
      each.once('error', fail).once('close', closed)
    }
    signal.addEventListener('abort', expire)
    socket.once(origin.tls === undefined ? 'connect' : 'secureConnect', () => {
      settle()
      resolve()
    })
  })
  return link
}

const secure = (tcp: Socket, origin: Origin, tls: NonNullable<Origin['tls']>): Socket =>
  connectTls({
    socket: tcp,
    ...('host' in origin.address ? { host: origin.address.host } : {}),
    ...(tls.servername === undefined ? {} : { servername: tls.servername }),
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ALPNProtocols: ['http/1.1'],
    // Said aloud, because an environment variable can change the default.
    rejectUnauthorized: true,
  })

function explain({ code }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  if (code === 'ENOENT') return 'there is no such socket'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the host name is not known'
  if (code === 'ECONNRESET' || code === undefined) return 'the connection was closed while it was being opened'
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)) return `its certificate is not trusted (${code})`
  return `the connection could not be opened (${code})`
}
