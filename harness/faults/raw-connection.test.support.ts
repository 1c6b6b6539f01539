import { connect, type Socket } from 'node:net'

/** What a connector's HTTP library would see: an answer, or how the connection ended and after how many bytes. */
export type Seen =
  | { readonly kind: 'answer'; readonly status: number; readonly head: string; readonly body: Buffer }
  | { readonly kind: 'reset' | 'closed'; readonly bytes: Buffer }

export interface RawConnection extends Disposable {
  readonly socket: Socket
  /** Writes a request without waiting for anything. */
  write(method: string, path: string, options?: RequestOptions): void
  seen(): Promise<Seen>
  ask(method: string, path: string, options?: RequestOptions): Promise<Seen>
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A connection that shows bytes and resets as they are, which client libraries hide. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  await new Promise((resolve, reject) => socket.once('connect', () => resolve(undefined)).once('error', reject))
  let received: Buffer = Buffer.alloc(0)
  let ended: 'reset' | 'closed' | undefined
  let wake = (): void => {}
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    wake()
  })
  socket.on('error', () => (ended = 'reset'))
  socket.on('close', () => {
    ended ??= 'closed'
    wake()
  })

  const seen = async (): Promise<Seen> => {
    for (;;) {
      const answer = firstAnswer(received)
      if (answer) {
        received = received.subarray(answer.length)
        return answer.seen
      }
      if (ended) return { kind: ended, bytes: received }
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const write: RawConnection['write'] = (method, path, { headers = {}, body = '' } = {}) => {
    const bytes = Buffer.from(body)
    const fields = Object.entries({ host: 'destination.invalid', 'content-length': String(bytes.length), ...headers })
    const head = `${method} ${path} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    socket.write(Buffer.concat([Buffer.from(head), bytes]))
  }
  return {
    socket,
    write,
    seen,
    ask(method, path, options) {
      write(method, path, options)
      return seen()
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

function firstAnswer(bytes: Buffer): { seen: Seen; length: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.subarray(0, end).toString('latin1')
  const size = Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const length = end + 4 + size
  if (bytes.length < length) return undefined
  const status = Number(head.split(' ', 2)[1])
  return { seen: { kind: 'answer', status, head, body: Buffer.from(bytes.subarray(end + 4, length)) }, length }
}
