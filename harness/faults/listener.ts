import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { closeHalf, cutSocket } from './connection.ts'
import { GateError } from './gate-error.ts'
import { openPortGuard, type PortGuard } from './port-guard.ts'

/** The port the connector talks to. Never closes a connection on its own: a stale keep-alive socket looks like a fault. */
export interface Listener {
  readonly port: number
  /** 1 for the first request on this connection. */
  countRequest(socket: Socket): number
  /** Refuses connections and resets those there are. The port stays ours as far as the system allows. */
  stop(): Promise<void>
  /** Listens again, on the same port; does nothing once closed. A {@link GateError} when another program has the port. */
  resume(): Promise<void>
  close(): Promise<void>
}

/** Somebody else may hold the port for a moment; beyond that it is lost. */
const bindAttempts = 40
const betweenBindsMs = 50

export async function listen(host: string, port: number, serve: RequestListener): Promise<Listener> {
  const sockets = new Set<Socket>()
  const requests = new WeakMap<Socket, number>()
  const server = createServer(
    { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 64 * 1024 },
    serve,
  )
  server.on('connection', (socket: Socket) => {
    closeHalf(socket)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const { port: bound, address } = await bind(server, host, port)
  let isClosed = false
  let guard: PortGuard | undefined

  const stop = async (): Promise<void> => {
    if (!server.listening) return
    // Resets first: `close` would end idle connections politely, and a refused destination is not polite.
    for (const socket of sockets) cutSocket(socket)
    const closed = new Promise((resolve) => server.close(resolve))
    await guard?.engage(bound)
    await closed
  }
  const unguard = async (): Promise<void> => {
    await guard?.[Symbol.asyncDispose]()
    guard = undefined
  }

  return {
    port: bound,
    countRequest(socket) {
      const count = (requests.get(socket) ?? 0) + 1
      requests.set(socket, count)
      return count
    },
    async stop() {
      guard = await openPortGuard(address).catch(() => undefined)
      if (isClosed) await unguard()
      await stop()
    },
    async close() {
      isClosed = true
      await stop()
      await unguard()
    },
    async resume() {
      for (let attempt = 1; !isClosed; attempt++) {
        try {
          // While the guard is up, where the system allows it: then there is no moment at which the port is nobody's.
          await bind(server, host, bound)
          return await unguard()
        } catch (error) {
          await unguard()
          if (attempt === bindAttempts) throw error
          await delay(betweenBindsMs)
        }
      }
    },
  }
}

function bind(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      server.off('error', failed)
      server.off('listening', listening)
    }
    const failed = (error: Error): void => {
      settle()
      reject(unbindable(host, port, error))
    }
    const listening = (): void => {
      settle()
      resolve(server.address() as AddressInfo)
    }
    server.once('error', failed)
    server.once('listening', listening)
    server.listen(port, host)
  })
}

function unbindable(host: string, port: number, error: NodeJS.ErrnoException): GateError {
  const why = error.code === 'EADDRINUSE' ? 'another program has this port' : error.message
  return new GateError('port', `the gate cannot listen on ${host}:${port}: ${why}`, { cause: error })
}

/** The host as it stands in a URL. */
export const urlOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
