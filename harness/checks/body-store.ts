import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Bodies that are too many to be kept in memory. */
export interface BodyStore extends Disposable {
  /** Gives what reads the body again; undefined when it could not be kept, for want of space. */
  put(body: Uint8Array): (() => Uint8Array) | undefined
}

/** Keeps bodies in `file`, which is made with the first of them. */
export function openBodyStore(file: string): BodyStore {
  let descriptor: number | undefined
  let end = 0

  const write = (body: Uint8Array): boolean => {
    try {
      descriptor ??= openSync(file, 'w+', 0o600)
      for (let at = 0; at < body.length;) at += writeSync(descriptor, body, at, body.length - at, end + at)
      return true
    } catch {
      return false
    }
  }
  return {
    put(body) {
      const from = end
      const { length } = body
      if (!write(body)) return undefined
      end += length
      return () => {
        const bytes = new Uint8Array(length)
        for (let at = 0; at < length && descriptor !== undefined;) {
          const read = readSync(descriptor, bytes, at, length - at, from + at)
          if (read === 0) throw new Error('an answer that was put aside is not there any more')
          at += read
        }
        return bytes
      }
    },
    [Symbol.dispose]() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
