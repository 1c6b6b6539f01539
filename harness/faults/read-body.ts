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

/** Of all requests that are being read. Nobody honest has so many large ones under way; beyond it only small ones are kept. */
const maxHeld = 32 * 1024 * 1024

/** What a request may have even then. */
const maxModest = 64 * 1024

let held = 0

/** Keeps at most `limit` bytes; what follows is read and dropped, so that the sender can read the refusal. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let kept = 0
    let size = 0
    let tooLarge = false
    const finish = (complete: boolean): void => {
      held -= kept
      kept = 0
      resolve({ bytes: Buffer.concat(chunks), complete, tooLarge })
      chunks = []
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      tooLarge ||= size > limit || (held > maxHeld && size > maxModest)
      if (!tooLarge) {
        chunks.push(chunk)
        kept += chunk.length
        held += chunk.length
      }
      if (size > maxDrained) request.destroy()
    })
    request.once('end', () => finish(true))
    request.once('error', () => finish(false))
    request.once('close', () => finish(false))
  })
}
