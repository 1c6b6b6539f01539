import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { getResponse, RequestHandler } from 'msw'
import { cutSocket } from './connection.ts'
import { endToEnd, headerPairs } from './headers.ts'
import { readBody } from './read-body.ts'
import type { Header } from './received-request.ts'

/** MSW request handlers behind a port of their own, so that a witness can ask past the gate. */
export interface ServedHandlers extends AsyncDisposable {
  readonly url: string
}

/** MSW's own way to ask handlers for an answer. */
type Ask = typeof getResponse

const maxRequest = 64 * 1024 * 1024

export async function serveHandlers(handlers: readonly RequestHandler[]): Promise<ServedHandlers> {
  // Only here: MSW is half of all modules there are to load, and few runs have handlers.
  const { getResponse: ask } = await import('msw')
  const server = createServer((request, response) => void serve(handlers, ask, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function serve(
  handlers: readonly RequestHandler[],
  ask: Ask,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { bytes, complete } = await readBody(incoming, maxRequest)
  if (!complete) return
  const answer = await answerOf(handlers, ask, incoming, bytes)
  // `HttpResponse.error()` is a network error, not an answer.
  if (answer.type === 'error') return cutSocket(incoming.socket)
  const body = Buffer.from(await answer.arrayBuffer())
  outgoing.sendDate = false
  outgoing.writeHead(answer.status, answer.statusText, endToEnd([...answer.headers], 'content-length').flat())
  outgoing.end(body)
}

async function answerOf(
  handlers: readonly RequestHandler[],
  ask: Ask,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<Response> {
  const { method = 'GET', url = '/' } = incoming
  const headers: Header[] = endToEnd(headerPairs(incoming.rawHeaders))
  try {
    for (const handler of handlers) {
      const baseUrl = originOf(handler) ?? `http://${incoming.headers.host ?? 'localhost'}`
      const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) }
      const request = new Request(
        new URL(url, baseUrl),
        body.length > 0 && method !== 'GET' && method !== 'HEAD' ? { ...init, body } : init,
      )
      const answer = await ask([handler], request, { baseUrl })
      if (answer && answer.headers.get('x-msw-intention') !== 'passthrough') return answer
    }
    return said(
      501,
      `No handler answers ${method} ${url.split('?', 1)[0] ?? ''}. Add one to the module of destination.handlers.`,
    )
  } catch (error) {
    return said(
      500,
      `A handler for ${method} ${url.split('?', 1)[0] ?? ''} threw: ${error instanceof Error ? error.message : 'not an Error'}`,
    )
  }
}

const said = (status: number, text: string): Response =>
  new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

/** Vendors write their handlers for the real destination: each is asked as if it were reached under its own origin. */
function originOf(handler: RequestHandler): string | undefined {
  const path: unknown = 'path' in handler.info ? handler.info.path : undefined
  if (typeof path !== 'string' || !/^https?:\/\//.test(path)) return undefined
  const [, origin = ''] = /^(https?:\/\/[^/]+)/.exec(path) ?? []
  const concrete = origin.replace(/:\*$/, '').replaceAll('*', 'any')
  return URL.canParse(concrete) ? concrete : undefined
}
