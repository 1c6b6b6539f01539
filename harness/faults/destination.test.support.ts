import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Arm, Gate, GateEvent } from './gate.ts'
import { type GateOptions, openGate } from './open-gate.ts'

/** A destination that keeps what it is given: POST /articles, PUT /articles/by-key/KEY, GET …?q=. */
export interface TestDestination extends AsyncDisposable {
  readonly url: string
  readonly requests: {
    readonly method: string
    readonly url: string
    readonly raw: readonly string[]
    readonly body: Buffer
  }[]
  readonly items: string[]
  /** Answers every POST so instead, without an item. */
  refuseWith: number | undefined
  /** The answer to POST /drafts. */
  draft: { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
}

export async function openDestination(): Promise<TestDestination> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', rawHeaders } = request
      destination.requests.push({ method, url, raw: rawHeaders, body })
      const give = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void =>
        void response
          .writeHead(status, { 'content-type': 'application/json', 'x-from': 'destination', ...headers })
          .end(typeof value === 'string' ? value : JSON.stringify(value))
      if (method === 'GET' && url.startsWith('/articles?q=')) {
        const marker = url.slice('/articles?q='.length)
        return give(200, { items: destination.items.filter((item) => item.includes(marker)) })
      }
      if (method === 'GET') return give(url === '/healthz' ? 200 : 404, {})
      if (url === '/drafts') return give(200, destination.draft.body, destination.draft.headers)
      if (destination.refuseWith !== undefined) return give(destination.refuseWith, { error: 'no' })
      destination.items.push(body.toString())
      return give(201, { id: `item-${destination.items.length}` })
    })
  })
  const url = await new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
  const destination: TestDestination = {
    url,
    requests: [],
    items: [],
    refuseWith: undefined,
    draft: { body: { draft: 'Draft0123456789abcdef' } },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return destination
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A gate before a destination with the write pinned, and everything it told. */
export interface GatedDestination extends AsyncDisposable {
  readonly gate: Gate
  readonly destination: TestDestination
  readonly events: GateEvent[]
}

export const pinned = { method: 'POST', path: '/articles' }

export async function openGated(options: Partial<GateOptions> = { write: pinned }): Promise<GatedDestination> {
  const destination = await openDestination()
  const events: GateEvent[] = []
  const gate = await openGate({
    source: { kind: 'upstream', url: destination.url },
    listen: { host: '127.0.0.1', port: 0 },
    observe: (event) => events.push(event),
    ...options,
  })
  return {
    gate,
    destination,
    events,
    async [Symbol.asyncDispose]() {
      await gate[Symbol.asyncDispose]()
      await destination[Symbol.asyncDispose]()
    },
  }
}

export const article = (marker: string): { body: string; headers: Record<string, string> } => ({
  body: JSON.stringify({ text: `news ${marker}` }),
  headers: { 'content-type': 'application/json' },
})

/** The first write of an operation. */
export const firstWrite = (operation: string, at: Arm['at'], act: Arm['act']): Arm => ({
  operation,
  target: 'write',
  nth: 1,
  at,
  act,
})

export const soon = (): AbortSignal => AbortSignal.timeout(5000)
