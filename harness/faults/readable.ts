import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { percentDecoded } from './pattern.ts'
import type { Header, ReceivedRequest } from './received-request.ts'

/** A marked request of ours is small; more than this after decompression is somebody's bomb. */
const maxDecompressed = 4 * 1024 * 1024

/** Everything in which a marker can be found: the text as it is, percent-decoded, JSON-unescaped and decompressed. */
export function readableRequest(request: ReceivedRequest): string {
  const headers = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return allForms(`${request.target}\n${headers}\n${readableBody(request.headers, request.body)}`)
}

export const readableAnswer = (headers: readonly Header[], body: Buffer): string =>
  allForms(readableBody(headers, body))

/** The body as text, decompressed when it says that it is compressed. */
export function readableBody(headers: readonly Header[], body: Buffer): string {
  const encoding = headers
    .find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    .trim()
    .toLowerCase()
  return decompressed(encoding, body).toString('utf8')
}

function decompressed(encoding: string | undefined, body: Buffer): Buffer {
  const options = { maxOutputLength: maxDecompressed }
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip' || body.subarray(0, 2).equals(gzipMagic)) {
      return gunzipSync(body, options)
    }
    if (encoding === 'deflate') return inflateSync(body, options)
    if (encoding === 'br') return brotliDecompressSync(body, options)
    return body
  } catch {
    return body
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b])

function allForms(text: string): string {
  const forms = [text]
  // Run by run: one stray `%` in a post text must not hide what is encoded properly elsewhere.
  if (text.includes('%')) forms.push(text.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded))
  if (text.includes('\\')) forms.push(jsonUnescaped(text))
  return forms.join('\n')
}

const jsonUnescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})|\\(["\\/])/gi, (_, code: string | undefined, plain: string | undefined) =>
    code === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  )
