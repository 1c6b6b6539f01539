import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { errorCode } from './error-code.ts'
import type { LogSink } from './logs.ts'

/** A file that output is written to as it comes, up to a bound. */
export interface CaptureFile extends LogSink, Disposable {
  bytes(): number
  read(onChunk: (chunk: Uint8Array) => void): Promise<void>
  gaps(): readonly string[]
}

export const captureLimit: number = 512 * 1024 * 1024

export const openCaptureFile = (file: string, limit: number = captureLimit): CaptureFile => {
  const descriptor = openSync(file, 'w', 0o600)
  const gaps: string[] = []
  let bytes = 0
  let open = true

  const append = (chunk: Uint8Array): void => {
    for (let written = 0; written < chunk.length;) written += writeSync(descriptor, chunk, written)
    bytes += chunk.length
  }
  return {
    // Written at once, so that the order is that of arrival and nothing waits in memory.
    write: (chunk) => {
      if (!open || gaps.length > 0) return
      const room = limit - bytes
      try {
        append(chunk.length > room ? chunk.subarray(0, room) : chunk)
        if (chunk.length > room) gaps.push(`the log is longer than ${limit} bytes; the rest was not captured`)
      } catch (error) {
        gaps.push(`the log could not be written to the work folder (${errorCode(error) ?? 'unknown reason'})`)
      }
    },
    bytes: () => bytes,
    read: async (onChunk) => {
      if (bytes === 0) return
      for await (const chunk of createReadStream(file, { end: bytes - 1 })) onChunk(chunk as Buffer)
    },
    gaps: () => gaps,
    [Symbol.dispose]: () => {
      if (open) closeSync(descriptor)
      open = false
    },
  }
}
