import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { nextMoment } from '../wire/exchange.ts'
import { deferred } from './deferred.ts'
import type { Entry } from './entry.ts'
import { endToEnd } from './headers.ts'
import type { CompleteAnswer, Header } from './received-request.ts'

/** The way back to the connector, for one request. Notes in the entry what the connector was given and whether it left. */
export interface Connection {
  /** Resolves when nothing can be sent any more, whoever ended it. */
  readonly closed: Promise<void>
  /** Resolves true when every byte is in the kernel, false when the connector had gone; calls `sent` that very instant. */
  send(answer: CompleteAnswer, sent?: () => void): Promise<boolean>
  /**
   * Sends the head and so many bytes of the body, half of them by default and never all; half of the head when there is no
   * body. Resolves as {@link send} does. Nothing but `reset` and `end` makes sense afterwards.
   */
  sendPart(answer: CompleteAnswer, bytes?: number, sent?: () => void): Promise<boolean>
  reset(): void
  /** Closes by FIN, whatever has been sent. */
  end(): void
}

export function openConnection(response: ServerResponse, entry: Entry): Connection {
  const { socket } = response.req
  follow(socket, entry)
  const closed = deferred()
  // `finish` is late for the question who ended it: a complete answer is followed by the connector's ordinary close.
  response.once('close', () => {
    if (!response.writableFinished && !endedByUs.has(socket)) entry.connectorGone = nextMoment()
    closed.resolve()
  })
  const isGone = (): boolean => response.destroyed || socket.destroyed

  return {
    closed: closed.promise,
    async send(answer, sent) {
      if (isGone()) return false
      const finished = new Promise<boolean>((resolve) => {
        response.once('finish', () => {
          entry.answered = nextMoment()
          sent?.()
          resolve(true)
        })
        response.once('close', () => resolve(false))
      })
      entry.givenStatus = answer.status
      response.sendDate = false
      response.writeHead(answer.status, answer.reason, answerHeaders(response.req.method, answer).flat())
      response.end(response.req.method === 'HEAD' ? undefined : answer.body)
      return finished
    },
    async sendPart(answer, bytes, sent) {
      if (isGone()) return false
      const part = partOf(response.req.method, answer, bytes)
      if (part.hasHead) entry.givenStatus = answer.status
      return new Promise<boolean>((resolve) => {
        socket.once('close', () => resolve(false))
        socket.write(part.bytes, (error) => {
          if (!error) sent?.()
          resolve(!error)
        })
      })
    },
    reset: () => cutSocket(socket),
    end() {
      if (socket.destroyed) return
      endedByUs.add(socket)
      closeWhole.call(socket)
    },
  }
}

const endedByUs = new WeakSet<Socket>()
const closeWhole = Socket.prototype.destroySoon

/** The exchange that a connection was last used for. */
const latest = new WeakMap<Socket, Entry>()

function follow(socket: Socket, entry: Entry): void {
  const before = latest.get(socket)
  latest.set(socket, entry)
  if (before) {
    before.afterwards = 'used again'
    return
  }
  const note = (how: 'reset' | 'closed'): void => {
    const last = latest.get(socket)
    if (last?.answered !== undefined && !endedByUs.has(socket)) last.afterwards ??= how
  }
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET') note('reset')
  })
  socket.once('close', () => note('closed'))
}

/**
 * After an answer that ends the connection a server closes it whole, and what the other side does then is seen by nobody.
 * Half of it stays open instead: a client that has read the answer closes, one that has not resets.
 */
export function closeHalf(socket: Socket): void {
  socket.destroySoon = () => void socket.end()
}

/** Ends the connection by RST, and remembers that it was not the connector. */
export function cutSocket(socket: Socket): void {
  if (socket.destroyed) return
  endedByUs.add(socket)
  // Once our side has ended, a reset fails (EINVAL) and Node 20 then never frees the handle.
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}

function answerHeaders(method: string | undefined, answer: CompleteAnswer): Header[] {
  // The length in an answer to HEAD is that of the body it leaves out; 204 and 304 have none.
  if (method === 'HEAD' || answer.status === 204 || answer.status === 304) return endToEnd(answer.headers)
  return [...endToEnd(answer.headers, 'content-length'), ['content-length', String(answer.body.length)]]
}

function partOf(
  method: string | undefined,
  answer: CompleteAnswer,
  bytes = answer.body.length >> 1,
): { bytes: Buffer; hasHead: boolean } {
  const fields = answerHeaders(method, answer).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`HTTP/1.1 ${answer.status} ${answer.reason}\r\n${fields.join('')}\r\n`, 'latin1')
  const body = method === 'HEAD' ? Buffer.alloc(0) : answer.body
  if (body.length === 0) return { bytes: head.subarray(0, head.length >> 1), hasHead: false }
  return { bytes: Buffer.concat([head, body.subarray(0, Math.min(bytes, body.length - 1))]), hasHead: true }
}
