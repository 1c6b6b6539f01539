import type { Asked } from './exchange.ts'
import type { Origin } from './origin.ts'
import { defaultDeadlineMs, type WireRequest } from './request.ts'

/** Whether a request carried the configured token as its only Authorization. */
export type Authorization = 'configured' | 'other' | 'none'

/** A request made ready: the same for every way of sending it. */
export interface Outgoing {
  readonly request: WireRequest
  readonly asked: Asked
  readonly authorization: Authorization
  /** Without Host, Connection and Content-Length, which belong to the way of sending. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer | undefined
  readonly deadlineMs: number
  readonly signal: AbortSignal | undefined
}

export function prepare(request: WireRequest, origin: Origin, token: string): Outgoing {
  if (!request.path.startsWith('/')) throw new Error('the path of a request begins with a slash')
  const body = bodyOf(request)
  const headers = new Map([
    ['accept', 'application/json, application/problem+json'],
    ['accept-encoding', 'identity'],
    ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ...Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
  ])
  const configured = `Bearer ${token}`
  const authorization = request.authorization ?? [configured]
  return {
    request,
    asked: { method: request.method, path: `${origin.prefix}${request.path}` },
    authorization: nameOf(authorization, configured),
    headers: [...authorization.map((value) => ['authorization', value] as const), ...headers],
    body,
    deadlineMs: request.deadlineMs ?? defaultDeadlineMs,
    signal: request.signal,
  }
}

/** For bytes that may not be HTTP at all: what can be made out of them. */
export function prepareBytes(bytes: Uint8Array, token: string, deadlineMs: number = defaultDeadlineMs): Outgoing {
  const body = Buffer.from(bytes)
  const head = body.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? ''
  const line = /^([A-Z]{1,20}) (\/[!-~]{0,2000}) HTTP\//.exec(head)
  const asked: Asked = { method: line?.[1] ?? 'bytes', path: line?.[2] ?? '' }
  const values = [...head.matchAll(/^authorization:[ \t]*([^\r\n]*)/gim)].map(([, value = '']) => value.trimEnd())
  const request: WireRequest = { ...asked, bytes, deadlineMs, offTheRecord: true }
  const authorization = nameOf(values, `Bearer ${token}`)
  return { request, asked, authorization, headers: [], body, deadlineMs, signal: undefined }
}

/** The whole message for a socket of our own. */
export function messageOf(outgoing: Outgoing, origin: Origin, connection: 'close' | 'keep-alive'): Buffer {
  const { asked, body, headers } = outgoing
  const lines = [['host', origin.host] as const, ['connection', connection] as const, ...headers]
  if (body !== undefined || asked.method === 'POST') lines.push(['content-length', String(body?.length ?? 0)])
  for (const [name, value] of lines) {
    if (/[\r\n\0]/.test(name + value)) throw new Error('a header of a request holds a line break')
  }
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([
    Buffer.from(`${asked.method} ${asked.path} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ])
}

function bodyOf({ bytes, json }: WireRequest): Buffer | undefined {
  if (bytes !== undefined) return Buffer.from(bytes)
  return json === undefined ? undefined : Buffer.from(JSON.stringify(json))
}

const nameOf = (values: readonly string[], configured: string): Authorization => {
  if (values.length === 0) return 'none'
  return values.length === 1 && values[0] === configured ? 'configured' : 'other'
}
