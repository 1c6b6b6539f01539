import { deepestDocument } from './bounds.ts'
import type { Flaw } from './exchange.ts'

/** What `JSON.parse` does not tell: depth, repeated names, a second document, how numbers were written. */
export type Scan =
  | { readonly ok: true; readonly oddNumbers: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly flaw: Flaw; readonly detail: string }

interface Container {
  readonly closer: '}' | ']'
  /** Names seen so far; made with the first one, since most containers of a hostile document are empty. */
  names: Set<string> | undefined
  /** Where in the container we are, for pointers. */
  name: string
  index: number
}

/** Longest sum of pointers kept, so that many odd numbers below long names cost no more than the document itself. */
const mostPointerText = 1 << 20

const space = /[ \t\n\r]*/y
const plain = /[ !#-[\]-\uffff]*/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const word = /true|false|null/y

/** One pass without recursion, in linear time: a body of 1 MiB takes some tens of milliseconds whatever it holds. */
export function scanJson(text: string): Scan {
  const open: Container[] = []
  const oddNumbers = new Map<string, string>()
  let pointerText = 0
  let repeated = false
  let at = 0

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const matches = pattern.test(text)
    if (matches) at = pattern.lastIndex
    return matches
  }

  /** Reads a string at `at`; undefined when it is none. */
  const readString = (): string | undefined => {
    if (text[at] !== '"') return undefined
    const start = at++
    let escaped = false
    for (;;) {
      skip(plain)
      if (text[at] === '"') break
      if (!skip(escape)) return undefined
      escaped = true
    }
    at++
    const token = text.slice(start, at)
    return escaped ? String(JSON.parse(token)) : token.slice(1, -1)
  }

  const readName = (container: Container): boolean => {
    const name = readString()
    if (name === undefined) return false
    container.names ??= new Set()
    repeated ||= container.names.has(name)
    container.names.add(name)
    container.name = name
    skip(space)
    return text[at++] === ':'
  }

  const noteNumber = (token: string): void => {
    if (!/[.eE]/.test(token) || pointerText > mostPointerText) return
    const pointer = open.map((each) => `/${each.closer === ']' ? each.index : escapePointer(each.name)}`).join('')
    pointerText += pointer.length
    oddNumbers.set(pointer, token)
  }

  /** Reads a string, number or word; a container is only opened. */
  const readValue = (): 'value' | 'opened' | 'wrong' => {
    const first = text[at]
    if (first === '{' || first === '[') {
      at++
      open.push({ closer: first === '{' ? '}' : ']', names: undefined, name: '', index: 0 })
      return 'opened'
    }
    if (first === '"') return readString() === undefined ? 'wrong' : 'value'
    const start = at
    if (skip(number)) noteNumber(text.slice(start, at))
    else if (!skip(word)) return 'wrong'
    return 'value'
  }

  const notJson = (): Scan => ({
    ok: false,
    flaw: 'not JSON',
    detail: at >= text.length ? 'the body ends inside a JSON document' : `the body is not JSON at character ${at}`,
  })

  let needs: 'value' | 'first' | 'next' = 'value'
  for (;;) {
    skip(space)
    const top = open.at(-1)
    if (needs === 'next' && top === undefined) break
    if (top !== undefined && needs !== 'value') {
      if (text[at] === top.closer) {
        at++
        open.pop()
        needs = 'next'
        continue
      }
      if (needs === 'next') {
        if (text[at] !== ',') return notJson()
        at++
        top.index++
        skip(space)
      }
      if (top.closer === '}') {
        if (!readName(top)) return notJson()
        skip(space)
      }
    }
    const read = readValue()
    if (read === 'wrong') {
      if (at >= text.length && open.length === 0) return { ok: false, flaw: 'empty', detail: 'the body is white space' }
      return notJson()
    }
    if (open.length > deepestDocument) {
      return { ok: false, flaw: 'too deep', detail: `the body nests deeper than ${deepestDocument} levels` }
    }
    needs = read === 'opened' ? 'first' : 'next'
  }

  if (at < text.length) {
    // `01` and `truefalse` are broken tokens rather than two documents.
    if (!/[\s"\]}][-"0-9tfn]|[[{"]$/.test(text.slice(at - 1, at + 1))) return notJson()
    return { ok: false, flaw: 'more than one document', detail: `another JSON document begins at character ${at}` }
  }
  if (repeated) return { ok: false, flaw: 'duplicate key', detail: 'an object of the body has one member name twice' }
  return { ok: true, oddNumbers }
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
