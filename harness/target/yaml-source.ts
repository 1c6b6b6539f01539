import { LineCounter, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml'
import type { Document, YAMLError } from 'yaml'
import type { KeyPath } from './key-path.ts'

/** A parsed YAML or JSON text, which knows where its keys are. */
export interface YamlSource {
  readonly value: unknown
  /** Of the key, or of the nearest enclosing one. */
  locate(path: KeyPath): Position
}

/** Both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** What makes a text unusable before anybody looks at its keys. */
export interface YamlProblem {
  readonly at: Position
  readonly text: string
}

/** Reads one document. Repeated keys, aliases and tags are problems: they hide what is in force. */
export const parseYaml = (text: string): YamlSource | readonly YamlProblem[] => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: true,
  })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const problems = untilUnreadable([...document.errors, ...document.warnings]).map((error) => ({
    at: at(error.pos[0]),
    text: wording[error.code] ?? `not valid YAML: ${firstLine(error.message)}; ${mend[error.code] ?? closeAll}`,
  }))
  visit(document, {
    Alias: (_, node) => {
      problems.push({ at: at(node.range?.[0] ?? 0), text: 'an alias (*name) is not supported; write the value out' })
    },
  })
  if (problems.length > 0) return problems
  return { value: document.toJS() as unknown, locate: (path) => at(offsetOf(document, path)) }
}

const wording: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key stands twice in one mapping; remove one of them',
  TAB_AS_INDENT: 'indented with a tab; use spaces',
  MULTIPLE_DOCS: 'a second document begins here; keep one',
  TAG_RESOLVE_FAILED: 'a tag (!name) is not supported; remove it',
  NON_STRING_KEY: 'a key must be a plain word',
}

const closeAll = 'close every quote, [ and { before it, and quote a value that contains one'

/** What to do where the parser only says what it did not expect. */
const mend: Readonly<Record<string, string>> = {
  BAD_INDENT: 'indent the keys of one mapping alike, and close every [ and {',
  BLOCK_AS_IMPLICIT_KEY: 'quote a value that contains a colon and a space',
  BAD_SCALAR_START: 'put the value in quotes',
  MULTILINE_IMPLICIT_KEY: 'write a colon and a space after the key, on its line',
}

/** What the parser says after the first thing that it cannot read follows from that one. */
const untilUnreadable = (errors: readonly YAMLError[]): readonly YAMLError[] => {
  const inOrder = errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  const unreadable = inOrder.findIndex(({ code }) => wording[code] === undefined)
  return unreadable < 0 ? inOrder : inOrder.slice(0, unreadable + 1)
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const offsetOf = (document: Document, path: KeyPath): number => {
  let node: unknown = document.contents
  let offset = start(node)
  for (const key of path) {
    const found = child(node, key)
    if (!found) return offset
    offset = start(found.name)
    node = found.value
  }
  return offset
}

/** `name` is the node that a reader would look for: the key in a mapping, the item itself in a list. */
const child = (
  node: unknown,
  key: string | number,
): { readonly name: unknown; readonly value: unknown } | undefined => {
  if (isSeq(node)) return { name: node.items[Number(key)], value: node.items[Number(key)] }
  if (!isMap(node)) return undefined
  const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
  return pair && { name: pair.key, value: pair.value }
}

const start = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)
