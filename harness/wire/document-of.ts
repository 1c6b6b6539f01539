import { collect } from './collect.ts'
import type { Document } from './exchange.ts'
import { readDocument } from './read-document.ts'

/** Larger documents are read again when they are asked for: parsed, a hostile one takes fifty times its size. */
const readOnce = 2 * 1024

/** A case looks at one answer, or compares two. */
const mostKept = 2

/** The large documents that were read last, the latest at the end. */
const kept: { readonly owner: object; readonly document: Document }[] = []

/** Bytes of large bodies received and read, after which what was left of them is thrown away for good. */
const collectAfter = 3 * 1024 * 1024

let sinceCollected = 0

/** Gives the document of a body whenever it is called; `again` reads the body once more. */
export function documentOf(body: Uint8Array, again: () => Uint8Array): () => Document {
  const { length } = body
  if (length <= readOnce) {
    const document = readDocument(body)
    return () => document
  }
  count(length)
  const owner = {}
  return () => {
    const known = kept.find((each) => each.owner === owner)
    if (known) return known.document
    count(length)
    const document = readDocument(again())
    if (kept.push({ owner, document }) > mostKept) kept.shift()
    return document
  }
}

function count(length: number): void {
  sinceCollected += length
  if (sinceCollected <= collectAfter) return
  sinceCollected = 0
  kept.length = 0
  collect()
}
