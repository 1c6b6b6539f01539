import type { IncomingMessage } from 'node:http'

/** A request body, as far as it came and as far as it is kept. */
export interface ReadBody {
  readonly bytes: Buffer
  /** The whole request arrived. */
  readonly complete: boolean
  readonly tooLarge: boolean
}

/** Beyond this a sender is not even listened to, however politely it would be refused. */
const maxDrained = 64 * 1024 * 1024

/** Keeps at most `limit` bytes; what follows is read and dropped, so that the sender can read the refusal. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (complete: boolean): void =>
      resolve({ bytes: Buffer.concat(chunks), complete, tooLarge: size > limit })
    request.on('data', (chunk: Buffer) => {
      if (size < limit) chunks.push(chunk.subarray(0, limit - size))
      size += chunk.length
      if (size > maxDrained) request.destroy()
    })
    request.once('end', () => finish(true))
    request.once('error', () => finish(false))
    request.once('close', () => finish(false))
  })
}
