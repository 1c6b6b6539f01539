/** The head of one answer, taken apart. */
export interface ResponseHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly framing:
    | { readonly kind: 'length'; readonly length: number }
    | { readonly kind: 'chunked' }
    | { readonly kind: 'until close' }
  /** The connection may carry another request after this answer. */
  readonly staysOpen: boolean
}

const statusLine = /^HTTP\/1\.([01]) ([1-9][0-9]{2})(?: [\t\x20-\x7e\x80-\xff]*)?$/
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const notInValue = /[^\t\x20-\x7e\x80-\xff]/

/** Reads status line and fields (without the empty line); a string says what is wrong with them, in our words. */
export function readResponseHead(text: string): ResponseHead | string {
  const [first = '', ...lines] = text.split('\r\n')
  const start = statusLine.exec(first)
  if (start === null) return 'the status line is not HTTP/1.1'
  const status = Number(start[2])
  const headers = readFields(lines)
  if (typeof headers === 'string') return headers
  const framing = readFraming(status, headers)
  if (typeof framing === 'string') return framing
  const closes = (headers['connection'] ?? '').toLowerCase().includes('close')
  return { status, headers, framing, staysOpen: start[1] === '1' && !closes && framing.kind !== 'until close' }
}

function readFields(lines: readonly string[]): Record<string, string> | string {
  // No prototype: a field may be called `__proto__`.
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    const value = line.slice(colon + 1)
    if (!fieldName.test(name) || notInValue.test(value)) return 'a header field is not valid'
    const earlier = headers[name]
    headers[name] = earlier === undefined ? value.trim() : `${earlier}, ${value.trim()}`
  }
  return headers
}

function readFraming(status: number, headers: Readonly<Record<string, string>>): ResponseHead['framing'] | string {
  const coding = headers['transfer-encoding']
  const length = headers['content-length']
  if (coding !== undefined && length !== undefined) return 'it has both Content-Length and Transfer-Encoding'
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return 'its Content-Length is not one number'
  if (status < 200 || status === 204 || status === 304) return { kind: 'length', length: 0 }
  if (coding !== undefined) {
    return coding.toLowerCase() === 'chunked' ? { kind: 'chunked' } : 'its Transfer-Encoding is not just chunked'
  }
  return length === undefined ? { kind: 'until close' } : { kind: 'length', length: Number(length) }
}
