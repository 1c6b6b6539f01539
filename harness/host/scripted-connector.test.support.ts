import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWire } from '../wire/open-wire.ts'
import type { Wire } from '../wire/wire.ts'
import type { Draft } from './rendition.ts'

/** What becomes of one publish. Whatever is `lost` is lost by a reset. */
export type PublishDeed =
  | 'published'
  | 'pending'
  | 'unknown'
  | 'rejected'
  | 'busy'
  | 'overloaded'
  | 'lost before the request'
  | 'lost after the write'
  | 'half an answer after the write'
  | 'nonsense after the write'
  /** Written, and answered when the connector is released. */
  | 'held after the write'

export type LookupDeed = 'honest' | 'pending' | 'unknown' | 'lost' | 'half an answer' | 'busy' | 'plain 404'

/** What the connector saw and completely answered, in order, from its own side. */
export type Seen =
  | { readonly is: 'publish'; readonly operation: string }
  | { readonly is: 'lookup'; readonly operation: string }
  /** It said that nothing was written. */
  | { readonly is: 'denied'; readonly operation: string }

export interface ScriptedConnector extends AsyncDisposable {
  readonly url: string
  readonly seen: readonly Seen[]
  /** How often each operation was written: this connector has no idempotency of its own. */
  readonly items: ReadonlyMap<string, number>
  /** Deeds for the next requests; without one a publish is `published` and a lookup `honest`. */
  readonly publishes: PublishDeed[]
  readonly lookups: LookupDeed[]
  revision: string
  healthy: boolean
  token: 'accepted' | 'refused'
  accounts: string[]
  manifestFlaw: boolean
  /** Resolves when a publish is held. */
  readonly held: Promise<void>
  stop(): Promise<void>
  /** On the same port. */
  start(): Promise<void>
}

/** A connector on real sockets that does what the test says, as far as it is wrong. */
export async function scriptedConnector(): Promise<ScriptedConnector> {
  const seen: Seen[] = []
  const items = new Map<string, number>()
  const waiting = new Map<string, number>()
  let heldOne: () => void = () => {}
  let server = createServer()
  let port = 0

  const start = async (): Promise<void> => {
    server = createServer((request, response) => void serve(request, response))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  const connector: ScriptedConnector = {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    seen,
    items,
    publishes: [],
    lookups: [],
    revision: 'r-1',
    healthy: true,
    token: 'accepted',
    accounts: ['acct-1'],
    manifestFlaw: false,
    held: new Promise((resolve) => (heldOne = resolve)),
    start,
    stop,
    [Symbol.asyncDispose]: stop,
  }

  const result = (operation: string): object => ({ status: 'published', external_id: `ext-${operation}` })
  const pending = { status: 'pending', provider_reference: 'ref-1', poll_after_seconds: 1 }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const route = `${request.method} ${request.url}`
    const deed = route === 'POST /v1/publishes' ? (connector.publishes.shift() ?? 'published') : undefined
    if (deed === 'lost before the request') return void request.socket.destroy()
    const body = await read(request)
    if (connector.token === 'refused') return problem(response, 401)
    if (route === 'GET /v1/manifest') return send(response, 200, manifest(connector))
    if (route === 'GET /v1/health') {
      return connector.healthy ? send(response, 200, { status: 'ready' }) : problem(response, 503)
    }
    if (route === 'POST /v1/connections') {
      const accounts = connector.accounts.map((id) => ({ id, username: id, display_name: id }))
      return send(response, 200, { state: 'complete', connection_ref: 'conn-1', accounts })
    }
    if (route === 'POST /v1/capabilities/resolve') {
      const available = body['output_profile'] === 'text.post'
      return send(response, 200, { capability_revision: connector.revision, available, unavailable_reason: 'no' })
    }
    if (deed !== undefined) return publish(deed, String(body['operation_id']), request, response)
    const operation = decodeURIComponent(route.replace('GET /v1/operations/', ''))
    return lookup(connector.lookups.shift() ?? 'honest', operation, request, response)
  }

  const write = (operation: string): void => void items.set(operation, (items.get(operation) ?? 0) + 1)

  const publish = (deed: PublishDeed, operation: string, request: IncomingMessage, response: ServerResponse): void => {
    seen.push({ is: 'publish', operation })
    if (deed === 'overloaded') return problem(response, 503, { retry_after: 0 })
    if (deed === 'rejected' || deed === 'busy') {
      seen.push({ is: 'denied', operation })
      return deed === 'busy'
        ? problem(response, 429, { outcome: 'rejected', retry_after: 0 })
        : problem(response, 422, { outcome: 'rejected' })
    }
    write(operation)
    switch (deed) {
      case 'published':
        return send(response, 200, result(operation))
      case 'pending':
        // Honest lookups say pending once more, then published.
        waiting.set(operation, 1)
        return send(response, 202, pending)
      case 'unknown':
        return problem(response, 502, { outcome: 'unknown' })
      // The first was dealt with before the request was read.
      case 'lost before the request':
      case 'lost after the write':
        return void request.socket.destroy()
      case 'half an answer after the write':
        return half(response, result(operation))
      case 'nonsense after the write':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"failed"}')
      case 'held after the write':
        return heldOne()
    }
  }

  const lookup = (deed: LookupDeed, operation: string, request: IncomingMessage, response: ServerResponse): void => {
    seen.push({ is: 'lookup', operation })
    switch (deed) {
      case 'lost':
        return void request.socket.destroy()
      case 'half an answer':
        return half(response, result(operation))
      case 'unknown':
        return problem(response, 502, { outcome: 'unknown' })
      case 'busy':
        return problem(response, 503, { retry_after: 0 })
      case 'plain 404':
        return void response.writeHead(404).end('not here')
      case 'pending':
        if (items.has(operation)) return send(response, 200, pending)
        break
      case 'honest':
        break
    }
    const left = waiting.get(operation) ?? 0
    waiting.set(operation, left - 1)
    if (left > 0) return send(response, 200, pending)
    if (items.has(operation)) return send(response, 200, result(operation))
    seen.push({ is: 'denied', operation })
    return problem(response, 404, { outcome: 'rejected' })
  }

  await start()
  return connector
}

/** A publish of an operation that was published before and not denied since, by what the connector itself saw. */
export function blindlyPublished(seen: readonly Seen[]): boolean {
  const possible = new Set<string>()
  return seen.some(({ is, operation }) => {
    const blind = is === 'publish' && possible.has(operation)
    if (is === 'publish') possible.add(operation)
    if (is === 'denied') possible.delete(operation)
    return blind
  })
}

export const draft: Draft = { renditionId: 'rendition-1', outputProfile: 'text.post', content: 'hello', settings: {} }

export function wireTo(url: string): Wire & AsyncDisposable {
  const wire = openWire({ url, token: 'scripted-token-0123456789' })
  return { ...wire, [Symbol.asyncDispose]: () => wire.close() }
}

export async function folder(): Promise<{ readonly path: string; readonly file: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'host-'))
  return { path, file: join(path, 'fence.db'), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const manifest = ({ revision, manifestFlaw }: ScriptedConnector): object => ({
  protocol_version: manifestFlaw ? '2.0' : '1.0',
  implementation_version: '1',
  provider: { id: 'scripted', display_name: 'Scripted', description: 'For tests' },
  capability_revision: revision,
  connection: { modes: ['preconfigured'] },
  publishing: {
    output_profiles: [
      {
        id: 'text.post',
        display_name: 'Post',
        profile: 'short_text',
        intents: ['post'],
        content: { required: true, max_length: 280 },
        media: { min_items: 0, max_items: 0 },
      },
    ],
  },
  operations: { polling: true },
})

async function read(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

function send(response: ServerResponse, status: number, value: object): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value))
}

const problem = (response: ServerResponse, status: number, more: object = {}): void =>
  send(response, status, { title: 'No', status, kind: 'scripted', ...more })

function half(response: ServerResponse, value: object): void {
  const text = JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}
