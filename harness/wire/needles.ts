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
      let excuses: readonly Encoded[] | undefined
      index(text, 0, (pattern, start) => {
        if (found.has(pattern)) return
        // Made at the first hit only: mostly there is none.
        excuses ??= ignoring.flatMap(encodingsOf)
        if (!excuses.some((excuse) => isInside(text, pattern, start, excuse))) found.add(pattern)
      })
      return found.list()
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

function newFindings(): { has(found: Found): boolean; add(found: Found): void; list(): readonly Found[] } {
  const byKey = new Map<string, Found>()
  const key = ({ name, encoding }: Found): string => `${encoding} ${name}`
  return {
    has: (found) => byKey.has(key(found)),
    add: ({ name, encoding }) => byKey.set(key({ name, encoding }), { name, encoding }),
    list: () => [...byKey.values()],
  }
}
