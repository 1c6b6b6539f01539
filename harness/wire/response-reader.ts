import { longestBody, longestChunkLine, longestHead, mostInterimAnswers } from './bounds.ts'
import type { Silence } from './exchange.ts'
import { growingBody } from './growing-body.ts'
import { type ResponseHead, readResponseHead } from './response-head.ts'

export type Reading =
  | { readonly kind: 'more' }
  | { readonly kind: 'complete'; readonly head: ResponseHead; readonly body: Uint8Array; readonly staysOpen: boolean }
  | { readonly kind: 'broken'; readonly why: Silence['why']; readonly detail: string }

/** Reads one HTTP/1.1 answer from the bytes of a connection, strictly, in bounded memory. */
export interface ResponseReader {
  push(chunk: Uint8Array): Reading
  /** The other side ended the connection. */
  end(): Reading
  /** Status of the final answer, once its head is there. */
  readonly status: number | undefined
}

export function responseReader(): ResponseReader {
  const body = growingBody()
  let pending: Buffer = Buffer.alloc(0)
  let head: ResponseHead | undefined
  let step: (() => Reading | undefined) | undefined = readHead
  /** Bytes of the body, or of the current chunk, that are still to come. */
  let remaining = 0
  let interim = 0
  let trailer = 0

  const broken = (detail: string, why: Silence['why'] = 'malformed'): Reading => ({ kind: 'broken', why, detail })
  const more: Reading = { kind: 'more' }

  const complete = (): Reading => {
    if (head === undefined) return broken('an answer ended before it began')
    return { kind: 'complete', head, body: body.take(), staysOpen: head.staysOpen && pending.length === 0 }
  }

  /** Takes what comes before `separator`; undefined when it is not there yet. */
  const takeUntil = (separator: string): string | undefined => {
    const end = pending.indexOf(separator)
    if (end < 0) return undefined
    const text = pending.toString('latin1', 0, end)
    pending = pending.subarray(end + separator.length)
    return text
  }

  function readHead(): Reading | undefined {
    const start = pending.toString('latin1', 0, 7)
    if (!'HTTP/1.'.startsWith(start)) return broken('it does not begin like an HTTP/1.1 answer')
    const text = takeUntil('\r\n\r\n')
    if ((text ?? pending).length > longestHead) return broken(`its head is longer than ${longestHead} bytes`)
    if (text === undefined) return more
    const read = readResponseHead(text)
    if (typeof read === 'string') return broken(read)
    if (read.status === 101) return broken('it changes to another protocol')
    if (read.status < 200) {
      return ++interim > mostInterimAnswers ? broken(`more than ${mostInterimAnswers} interim answers`) : undefined
    }
    head = read
    if (read.framing.kind === 'length') remaining = read.framing.length
    step = { length: readLength, chunked: readChunkLine, 'until close': readUntilClose }[read.framing.kind]
    return undefined
  }

  /** Moves up to `remaining` bytes into the body. */
  const takeBody = (): Reading | undefined => {
    const part = pending.subarray(0, remaining)
    pending = pending.subarray(part.length)
    remaining -= part.length
    return body.add(part) ? undefined : broken(`its body is longer than ${longestBody} bytes`, 'too large')
  }

  function readLength(): Reading {
    return takeBody() ?? (remaining === 0 ? complete() : more)
  }

  function readUntilClose(): Reading {
    remaining = pending.length
    return takeBody() ?? more
  }

  function readChunkLine(): Reading | undefined {
    const line = takeUntil('\r\n')
    if ((line ?? pending).length > longestChunkLine) return broken('the line before a chunk is too long')
    if (line === undefined) return more
    const size = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line)?.[1]
    if (size === undefined) return broken('the size of a chunk is not a number')
    remaining = parseInt(size, 16)
    step = remaining === 0 ? readTrailer : readChunk
    return undefined
  }

  function readChunk(): Reading | undefined {
    const tooLarge = takeBody()
    if (tooLarge !== undefined) return tooLarge
    if (remaining > 0 || pending.length < 2) return more
    if (pending.toString('latin1', 0, 2) !== '\r\n') return broken('a chunk is longer than it says')
    pending = pending.subarray(2)
    step = readChunkLine
    return undefined
  }

  function readTrailer(): Reading | undefined {
    const line = takeUntil('\r\n')
    if (trailer + (line ?? pending).length > longestHead) return broken('its trailer is too long')
    if (line === undefined) return more
    trailer += line.length + 2
    return line === '' ? complete() : undefined
  }

  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes])
      for (;;) {
        const reading = step?.()
        if (reading !== undefined) return reading
      }
    },
    end() {
      if (head?.framing.kind === 'until close') return complete()
      if (head === undefined && pending.length === 0)
        return broken('the connection was closed without an answer', 'reset')
      return broken('the connection was closed before the answer was complete', 'reset')
    },
    get status() {
      return head?.status
    },
  }
}
