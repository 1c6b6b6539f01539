import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { cutSocket } from './connection.ts'

/** The port the connector talks to. Never closes a connection on its own: a stale keep-alive socket looks like a fault. */
export interface Listener {
  readonly port: number
  /** 1 for the first request on this connection. */
  countRequest(socket: Socket): number
  /** Refuses connections and resets those there are. */
  stop(): Promise<void>
  /** Listens again, on the same port; does nothing once closed. */
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
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const bound = await bind(server, host, port)
  let isClosed = false

  const stop = async (): Promise<void> => {
    if (!server.listening) return
    // Resets first: `close` would end idle connections politely, and a refused destination is not polite.
    for (const socket of sockets) cutSocket(socket)
    await new Promise((resolve) => server.close(resolve))
  }

  return {
    port: bound,
    countRequest(socket) {
      const count = (requests.get(socket) ?? 0) + 1
      requests.set(socket, count)
      return count
    },
    stop,
    close() {
      isClosed = true
      return stop()
    },
    async resume() {
      for (let attempt = 1; !isClosed; attempt++) {
        try {
          await bind(server, host, bound)
          return
        } catch (error) {
          if (attempt === bindAttempts) throw error
          await delay(betweenBindsMs)
        }
      }
    },
  }
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** The host as it stands in a URL. */
export const urlOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
