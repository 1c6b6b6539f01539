import { readDocument } from '../../../harness/wire/index.ts'
import { type ConfigurationSchema, validator } from '../../../harness/target/index.ts'
import { ServiceProblem } from '../problem.ts'
import type { ServiceContext } from '../service-options.ts'

/** Bytes of a request body, but for a record file. */
export const largestBody: number = 64 * 1024
/** A record file is a few dozen KiB. */
export const largestRecordFile: number = 512 * 1024

/** @throws ServiceProblem `unsupported_media_type` */
export function requireType(c: ServiceContext, type: string): void {
  const given = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const encoding = c.req.header('content-encoding') ?? 'identity'
  if (given === type && encoding === 'identity') return
  throw new ServiceProblem('unsupported_media_type', `Send the body as ${type}, without a content encoding.`)
}

/** The whole body. @throws ServiceProblem `payload_too_large` before more than that was kept */
export async function readBytes(c: ServiceContext, most: number): Promise<Uint8Array> {
  const tooLarge = (): ServiceProblem =>
    new ServiceProblem('payload_too_large', `The body has more than ${most} bytes.`, {}, { connection: 'close' })
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge()
  const { body } = c.req.raw
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The body as one JSON document by this schema. @throws ServiceProblem that lists everything wrong with it */
export function jsonReader<T>(schema: ConfigurationSchema): (c: ServiceContext) => Promise<T> {
  const check = requestCheck<T>(schema)
  return async (c) => {
    requireType(c, 'application/json')
    const document = readDocument(await readBytes(c, largestBody))
    if (!document.ok) throw new ServiceProblem('malformed_body', `Not one JSON document: ${document.detail}.`)
    return check(document.value)
  }
}

/** @throws ServiceProblem `invalid_request` */
export function requestCheck<T>(schema: ConfigurationSchema): (value: unknown) => T {
  const validate = validator<T>(schema)
  const known = new Set(Object.keys((schema['properties'] ?? {}) as object))
  return (value) => {
    const errors: string[] = []
    // An unknown member is not named: somebody may have put anything there.
    const place = ([first]: readonly (string | number)[]): string =>
      first === undefined ? 'the body' : known.has(String(first)) ? String(first) : 'another member'
    if (validate(value, (path, text) => errors.push(`${place(path)}: ${text}`))) return value
    throw new ServiceProblem('invalid_request', 'The request is not what this route takes.', { errors })
  }
}
