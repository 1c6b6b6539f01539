import { type Encoded, encodingsOf } from './encodings.ts'
import { patternIndex } from './pattern-index.ts'

/** A secret that was found, without the secret. */
export interface Found {
  readonly name: string
  readonly encoding: Encoded['encoding']
}

/** A search for secrets in whatever form they took (R24). Each secret is reported once per encoding. */
export interface Needles {
  /** A hit inside an occurrence of a string of `ignoring`, in the same encoding, does not count. */
  search(bytes: Uint8Array, options?: { readonly ignoring?: readonly string[] }): readonly Found[]
  /** The text with `word` in the place of every secret and of every beginning of one that was cut short by an ellipsis. */
  conceal(text: string, word: string): string
  /** The same search over bytes that come in pieces. */
  stream(): NeedleStream
}

export interface NeedleStream {
  push(chunk: Uint8Array): void
  found(): readonly Found[]
}

/** Shorter secrets would be found by chance. */
const shortestSecret = 12

interface Pattern extends Found {
  readonly bytes: Buffer
}

/** Secrets shorter than 12 bytes are a mistake of the caller. */
export function makeNeedles(secrets: readonly { readonly name: string; readonly value: string }[]): Needles {
  const patterns: Pattern[] = secrets.flatMap(({ name, value }) => {
    if (Buffer.byteLength(value) < shortestSecret) throw new Error(`the secret ${name} is too short to be searched for`)
    return encodingsOf(value).map((encoded) => ({ name, ...encoded }))
  })
  const index = patternIndex(patterns)
  const longest = patterns.reduce((length, { bytes }) => Math.max(length, bytes.length), 0)

  return {
    search(bytes, { ignoring = [] } = {}) {
      const text = asBuffer(bytes)
      const found = newFindings()
      // A text may be nothing but one secret, millions of times.
      const sure = new Set<Pattern>()
      let excuses: readonly Encoded[] | undefined
      index(text, 0, (pattern, start) => {
        if (sure.has(pattern) || found.has(pattern)) return
        // Made at the first hit only: mostly there is none.
        excuses ??= ignoring.flatMap(encodingsOf)
        if (!excuses.some((excuse) => isInside(text, pattern, start, excuse))) {
          found.add(pattern)
          sure.add(pattern)
        }
      })
      return found.list()
    },
    conceal(text, word) {
      const bytes = Buffer.from(text)
      const spans: [from: number, to: number][] = []
      index(bytes, 0, (pattern, start) => void spans.push([start, start + pattern.bytes.length]))
      if (text.includes('…')) spans.push(...cutShort(bytes, patterns))
      return spans.length === 0 ? text : without(bytes, spans, Buffer.from(word))
    },
    stream() {
      const found = newFindings()
      let tail = Buffer.alloc(0)
      return {
        push(chunk) {
          const text = Buffer.concat([tail, chunk])
          index(text, tail.length, (pattern) => found.add(pattern))
          tail = text.subarray(Math.max(0, text.length - longest))
        },
        found: () => found.list(),
      }
    },
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether the hit at `start` lies inside an occurrence of `excuse`. */
function isInside(text: Buffer, pattern: Pattern, start: number, excuse: Encoded): boolean {
  if (excuse.encoding !== pattern.encoding) return false
  let at = excuse.bytes.indexOf(pattern.bytes)
  for (; at >= 0; at = excuse.bytes.indexOf(pattern.bytes, at + 1)) {
    const from = start - at
    if (from >= 0 && text.subarray(from, from + excuse.bytes.length).equals(excuse.bytes)) return true
  }
  return false
}

const ellipsis = Buffer.from('…')

/** A beginning of fewer bytes may be any word. */
const shortestBeginning = 8

/** Beginnings of secrets that stand right before an ellipsis: whoever cut the text did not know that it cut a secret. */
function cutShort(text: Buffer, patterns: readonly Pattern[]): readonly [from: number, to: number][] {
  const spans: [number, number][] = []
  for (let end = text.indexOf(ellipsis); end >= 0; end = text.indexOf(ellipsis, end + 1)) {
    const starts = patterns.flatMap(({ bytes }) => {
      const begun = text.lastIndexOf(bytes.subarray(0, shortestBeginning), end - shortestBeginning)
      return begun >= 0 && bytes.subarray(0, end - begun).equals(text.subarray(begun, end)) ? [begun] : []
    })
    if (starts.length > 0) spans.push([Math.min(...starts), end])
  }
  return spans
}

/** The text with `word` in the place of each span; spans may overlap. */
function without(text: Buffer, spans: readonly (readonly [from: number, to: number])[], word: Buffer): string {
  const parts: Buffer[] = []
  let at = 0
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (from >= at) parts.push(text.subarray(at, from), word)
    at = Math.max(at, to)
  }
  return Buffer.concat([...parts, text.subarray(at)]).toString()
}

function newFindings(): { has(found: Found): boolean; add(found: Found): void; list(): readonly Found[] } {
  const byKey = new Map<string, Found>()
  const key = ({ name, encoding }: Found): string => `${encoding} ${name}`
  return {
    has: (found) => byKey.has(key(found)),
    add: ({ name, encoding }) => byKey.set(key({ name, encoding }), { name, encoding }),
    list: () => [...byKey.values()],
  }
}
