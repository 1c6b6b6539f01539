import { longestBody } from './bounds.ts'

/** Collects a body without one object per chunk: a hostile one may come byte by byte. */
export interface GrowingBody {
  /** False when the body would become longer than allowed; then nothing was added. */
  add(chunk: Uint8Array): boolean
  take(): Uint8Array
}

export function growingBody(): GrowingBody {
  let store = new Uint8Array(4096)
  let length = 0
  return {
    add(chunk) {
      const needed = length + chunk.length
      if (needed > longestBody) return false
      if (needed > store.length) {
        const larger = new Uint8Array(Math.max(needed, store.length * 2))
        larger.set(store.subarray(0, length))
        store = larger
      }
      store.set(chunk, length)
      length = needed
      return true
    },
    // A copy only where it saves more than it costs.
    take: () => (length > store.length / 2 ? store.subarray(0, length) : store.slice(0, length)),
  }
}
