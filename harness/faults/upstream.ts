import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { endToEnd, headerPairs, valueOf } from './headers.ts'
import type { CompleteAnswer, Header, ReceivedRequest } from './received-request.ts'

/** The destination's complete answer, or why there is none. */
export type UpstreamAnswer = ({ readonly kind: 'answer' } & CompleteAnswer) | UpstreamFailure

export interface UpstreamFailure {
  readonly kind: 'failure'
  readonly why: 'unreachable' | 'lost' | 'too large'
}

const maxAnswer = 16 * 1024 * 1024

/** A destination that has not answered by then will not: the connector gave up long ago. */
const totalMs = 120_000

/** Asks the destination on a connection of its own, so that no fault of one request can touch another. */
export function askUpstream(upstream: URL, asked: ReceivedRequest, signal: AbortSignal): Promise<UpstreamAnswer> {
  return new Promise((resolve) => {
    let connected = false
    const fail = (why: UpstreamFailure['why']): void => resolve({ kind: 'failure', why })
    const failed = (): void => fail(connected ? 'lost' : 'unreachable')
    const secure = upstream.protocol === 'https:'
    const outgoing = (secure ? requestSecure : requestPlain)(upstream.origin, {
      agent: false,
      method: asked.method,
      path: upstream.pathname.replace(/\/$/, '') + asked.target,
      headers: forwardedHeaders(upstream, asked).flat(),
      signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
      maxHeaderSize: 64 * 1024,
    })
    outgoing.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => (connected = true)))
    outgoing.once('error', failed)
    let hasHead = false
    outgoing.once('close', () => hasHead || failed())
    outgoing.once('response', (incoming) => {
      hasHead = true
      const chunks: Buffer[] = []
      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= maxAnswer) return
        fail('too large')
        outgoing.destroy()
      })
      incoming.once('error', failed)
      incoming.once('close', failed)
      incoming.once('end', () => {
        const { statusCode: status = 0, statusMessage: reason = '' } = incoming
        if (!incoming.complete || status < 200) return failed()
        resolve({
          kind: 'answer',
          status,
          reason,
          headers: headerPairs(incoming.rawHeaders),
          body: Buffer.concat(chunks),
        })
      })
    })
    outgoing.end(asked.body)
  })
}

function forwardedHeaders(upstream: URL, asked: ReceivedRequest): Header[] {
  const kept = endToEnd(asked.headers, 'host', 'content-length')
  // A request without any body stays one: an invented `content-length: 0` is not what the connector sent.
  const hadBody =
    asked.body.length > 0 || ['content-length', 'transfer-encoding'].some((name) => valueOf(asked.headers, name))
  const length: Header[] = hadBody ? [['content-length', String(asked.body.length)]] : []
  return [['host', upstream.host], ...kept, ...length, ['connection', 'close']]
}
