import type { Document, Flaw } from './exchange.ts'
import { scanJson } from './scan-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a body as exactly one JSON document. Escaped lone surrogates are tolerated: the grammar of JSON allows them.
 * Details are our own words, never text of the body.
 */
export function readDocument(body: Uint8Array): Document {
  if (body.length === 0) return flawed('empty', 'the body is empty')
  const text = decode(body)
  if (text === undefined) return flawed('not UTF-8', 'the body is not valid UTF-8')
  if (text.startsWith('\uFEFF')) return flawed('not JSON', 'the body begins with a byte order mark')
  const scan = scanJson(text)
  if (!scan.ok) return flawed(scan.flaw, scan.detail)
  try {
    const value: unknown = JSON.parse(text)
    return { ok: true, value, oddNumbers: scan.oddNumbers }
  } catch {
    return flawed('not JSON', 'the body is not JSON')
  }
}

const flawed = (flaw: Flaw, detail: string): Document => ({ ok: false, flaw, detail })

function decode(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}
