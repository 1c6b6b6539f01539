import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWire, type WireOptions } from './open-wire.ts'
import type { Wire } from './wire.ts'

export const token = 'kit-token-0123456789abcdef'

/** One request as it arrived, head and body by Content-Length. */
export interface Arrived {
  readonly socket: Socket
  readonly head: string
  readonly body: string
}

export interface RawServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
  readonly arrived: Arrived[]
  readonly connections: Socket[]
}

/** A server that does with each complete request exactly what the test says. */
export async function rawServer(onRequest: (arrived: Arrived) => void): Promise<RawServer> {
  const arrived: Arrived[] = []
  const connections: Socket[] = []
  const server = createServer((socket) => {
    connections.push(socket)
    socket.on('error', () => {})
    let pending = ''
    let needed = 0
    socket.on('data', (chunk: Buffer) => {
      pending += chunk.toString('latin1')
      while (pending.length >= needed) {
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = pending.slice(0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        needed = end + 4 + length
        if (pending.length < needed) return
        const request = { socket, head, body: pending.slice(end + 4, end + 4 + length) }
        pending = pending.slice(needed)
        needed = 0
        arrived.push(request)
        onRequest(request)
      }
    })
  })
  const port = await listen(server)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    arrived,
    connections,
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export function wireTo(url: string, options: Partial<WireOptions> = {}): Wire & AsyncDisposable {
  const wire = openWire({ url, token, ...options })
  return { ...wire, [Symbol.asyncDispose]: () => wire.close() }
}

export const json = (body: string, extra = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${extra}\r\n${body}`

export async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'wire-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** Waits for something a server is about to see; fails after two seconds. */
export async function soon<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error('not within 2 s')), 2000)))
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
