/** Calls `hit` for every occurrence of a pattern that ends after `from`. */
export type PatternSearch<Pattern> = (
  text: Buffer,
  from: number,
  hit: (pattern: Pattern, start: number) => void,
) => void

/** Bytes at the end of a pattern that it is found by; the end, because secrets of one maker often begin alike. */
const window = 8

const tableBits = 18

/** Finds many patterns in one pass over the text: a table says which windows may end a pattern, a map which ones do. */
export function patternIndex<Pattern extends { readonly bytes: Buffer }>(
  patterns: readonly Pattern[],
): PatternSearch<Pattern> {
  const table = new Uint8Array(1 << tableBits)
  const byWindow = new Map<number, Pattern[]>()
  for (const pattern of patterns) {
    const end = pattern.bytes.length
    if (end < window) throw new Error(`a pattern is shorter than ${window} bytes`)
    const key = hash(pattern.bytes.readInt32BE(end - 8), pattern.bytes.readInt32BE(end - 4))
    table[key >>> (32 - tableBits)] = 1
    const others = byWindow.get(key)
    if (others === undefined) byWindow.set(key, [pattern])
    else others.push(pattern)
  }

  return (text, from, hit) => {
    let older = 0
    let newer = 0
    for (let at = Math.max(0, from - window + 1); at < text.length; at++) {
      older = (older << 8) | (newer >>> 24)
      newer = (newer << 8) | (text[at] ?? 0)
      const key = hash(older, newer)
      if (table[key >>> (32 - tableBits)] === 0 || at < from) continue
      for (const pattern of byWindow.get(key) ?? []) {
        const start = at + 1 - pattern.bytes.length
        if (start >= 0 && pattern.bytes.compare(text, start, at + 1) === 0) hit(pattern, start)
      }
    }
  }
}

const hash = (older: number, newer: number): number =>
  (Math.imul(older, 0x9e3779b1) ^ Math.imul(newer ^ (newer >>> 15), 0x85ebca6b)) >>> 0
