import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Where the bodies of answers are kept; gives what reads one again. */
export type KeepBody = (body: Uint8Array) => () => Uint8Array

export interface BodyStore extends Disposable {
  readonly keep: KeepBody
}

/** Bytes that all small bodies of a run together have in memory. */
const memoryBound = 8 * 1024 * 1024

/** A larger body never stays there. */
const smallBody = 64 * 1024

export const keepInMemory: KeepBody = (body) => () => body

/** Keeps in `file` what is too much for memory; the file is made with the first such body. */
export function openBodyStore(file: string): BodyStore {
  let descriptor: number | undefined
  let inMemory = 0
  let end = 0

  const append = (body: Uint8Array): boolean => {
    try {
      descriptor ??= openSync(file, 'w+', 0o600)
      for (let at = 0; at < body.length;) at += writeSync(descriptor, body, at, body.length - at, end + at)
      return true
    } catch {
      // No space left: better too much memory than an answer that nobody judges.
      return false
    }
  }
  const read = (from: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length;) {
      const got = descriptor === undefined ? 0 : readSync(descriptor, bytes, at, length - at, from + at)
      if (got === 0) throw new Error('an answer that was put aside is not there any more')
      at += got
    }
    return bytes
  }
  return {
    keep(body) {
      const { length } = body
      const fits = length <= smallBody && inMemory + length <= memoryBound
      if (fits) inMemory += length
      if (fits || !append(body)) return keepInMemory(body)
      const from = end
      end += length
      return () => read(from, length)
    },
    [Symbol.dispose]() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
