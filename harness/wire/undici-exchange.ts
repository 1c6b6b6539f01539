import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Client, errors, type buildConnector } from 'undici'
import { longestBody, longestHead, mostInterimAnswers, mostReceived } from './bounds.ts'
import { connect, NotConnected } from './connect.ts'
import { type Deadline, kindOfEnd, whyEnded } from './deadline.ts'
import type { Exchange, Silence } from './exchange.ts'
import { growingBody } from './growing-body.ts'
import type { Origin } from './origin.ts'
import type { Outgoing } from './outgoing.ts'
import type { Recording } from './recording.ts'

/** One request on a connection of its own, with an HTTP client that other people test. */
export async function exchangeByUndici(
  origin: Origin,
  outgoing: Outgoing,
  recording: Recording,
  deadline: Deadline,
): Promise<Exchange> {
  const seen: Seen = { interim: 0, status: undefined, ended: false, reset: false }
  const client = new Client('http://localhost', {
    pipelining: 0,
    connect: connector(origin, recording, deadline, seen),
    maxResponseSize: longestBody,
    maxHeaderSize: longestHead,
    // The deadline is the only clock: these two tick coarsely and a drip never ends them.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const response = await client.request({
      method: outgoing.asked.method as 'GET',
      path: outgoing.asked.path,
      headers: [['host', origin.host], ...outgoing.headers].flat(),
      body: outgoing.body ?? null,
      signal: deadline.signal,
      onInfo() {
        if (++seen.interim > mostInterimAnswers) deadline.stop(tooManyInterim)
      },
    })
    seen.status = response.statusCode
    const body = growingBody()
    for await (const chunk of response.body) body.add(chunk as Uint8Array)
    const headers = joined(response.headers)
    if (seen.reset && isUntilClose(response.statusCode, headers))
      throw new Error('reset inside an answer without length')
    return recording.answer(response.statusCode, headers, body.take())
  } catch (cause) {
    const { why, detail } = explain(cause, seen, deadline.signal)
    return recording.silence(why, detail, seen.status)
  } finally {
    await client.destroy()
  }
}

interface Seen {
  interim: number
  status: number | undefined
  /** How the other side finished with the connection, if it did. */
  ended: boolean
  reset: boolean
}

const tooManyInterim = `more than ${mostInterimAnswers} interim answers`
const tooMuch = `more than ${mostReceived} bytes, and no end of it`

const connector =
  (origin: Origin, recording: Recording, deadline: Deadline, seen: Seen): buildConnector.connector =>
  (_options, callback) => {
    connect(origin, deadline.signal).then(
      ({ socket }) => {
        recordings.set(socket, recording)
        socket.on('end', () => (seen.ended = true))
        socket.on('error', (cause: NodeJS.ErrnoException) => (seen.reset ||= cause.code === 'ECONNRESET'))
        socket.on('readable', () => {
          if (socket.readableLength > 0) recording.firstByte()
          // The parser takes a reason phrase or a chunk extension of any length.
          if (socket.bytesRead > mostReceived) deadline.stop(tooMuch)
        })
        callback(null, socket)
      },
      (cause: Error) => callback(cause, null),
    )
  }

// undici tells only its diagnostics channels when a request has been written; both messages meet in the request object.
const recordings = new WeakMap<Socket, Recording>()
const sockets = new WeakMap<object, Socket>()

subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: object; socket: Socket }
  const recording = recordings.get(socket)
  if (recording === undefined) return
  sockets.set(request, socket)
  recording.writing()
})

subscribe('undici:request:bodySent', (message) => {
  const { request } = message as { request: object }
  const socket = sockets.get(request)
  const recording = socket && recordings.get(socket)
  if (recording !== undefined) whenFlushed(socket, () => recording.sent())
})

/** Calls `done` once the kernel has everything that was written. */
function whenFlushed(socket: Socket | undefined, done: () => void): void {
  if (socket === undefined || socket.destroyed) return
  if (socket.writableLength === 0) done()
  else if (socket.writableNeedDrain) socket.once('drain', done)
  else setImmediate(whenFlushed, socket, done)
}

const joined = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const flat: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** Such an answer ends with the connection; undici takes a reset for its end. */
const isUntilClose = (status: number, headers: Readonly<Record<string, string>>): boolean =>
  !('content-length' in headers) && !('transfer-encoding' in headers) && status !== 204 && status !== 304

function explain(
  cause: unknown,
  seen: Seen,
  signal: AbortSignal,
): { readonly why: Silence['why']; readonly detail: string } {
  if (signal.aborted) {
    const detail = whyEnded(signal)
    return detail === tooManyInterim || detail === tooMuch
      ? { why: 'malformed', detail }
      : { why: kindOfEnd(signal), detail }
  }
  if (cause instanceof NotConnected) return { why: cause.why, detail: cause.message }
  const code = codeOf(cause)
  // Our own mistakes fly: a header that cannot be sent, or a bug.
  if (code === 'UND_ERR_INVALID_ARG' || cause instanceof TypeError || cause instanceof ReferenceError) throw cause
  switch (code) {
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return { why: 'too large', detail: `its body is longer than ${longestBody} bytes` }
    case 'UND_ERR_HEADERS_OVERFLOW':
      return { why: 'malformed', detail: `its head is longer than ${longestHead} bytes` }
    case 'UND_ERR_SOCKET':
      if (cause instanceof Error && /^bad (response|upgrade)/.test(cause.message)) {
        return { why: 'malformed', detail: 'an answer came that was not asked for' }
      }
      break
  }
  // The parser also complains when the connection merely ends inside an answer. Its reasons are fixed texts of its own.
  if (cause instanceof errors.HTTPParserError && !seen.ended) return { why: 'malformed', detail: cause.message }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && !seen.ended) {
    return { why: 'malformed', detail: 'its Content-Length is not that of its body' }
  }
  return { why: 'reset', detail: 'the connection ended before the answer was complete' }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
