import { ServiceProblem } from '../problem.ts'
import { largestBody, readBytes, requireType } from '../interface/read-request.ts'
import type { ServiceContext } from '../service-options.ts'
import type { Draft } from './fields.ts'

/** The fields of a form, those left empty too. @throws ServiceProblem, also when a field stands twice */
export async function readForm(c: ServiceContext): Promise<Draft> {
  requireType(c, 'application/x-www-form-urlencoded')
  const text = Buffer.from(await readBytes(c, largestBody)).toString()
  const fields = [...new URLSearchParams(text)]
  const names = new Set(fields.map(([name]) => name))
  if (names.size < fields.length) throw new ServiceProblem('malformed_body', 'A field of the form stands twice.')
  return Object.fromEntries(fields)
}

/** What the form of a record says, by the names of the JSON route: nothing empty, times in UTC. */
export const requestOf = ({ csrf: _csrf, ...draft }: Draft): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(draft)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name.endsWith('_at') && !value.endsWith('Z') ? `${value}Z` : value]),
  )

export interface Upload {
  readonly csrf: string
  readonly provider: string
  readonly record: string
}

/** A file with the fields beside it, from `multipart/form-data`. @throws ServiceProblem */
export async function readUpload(c: ServiceContext, most: number): Promise<Upload> {
  requireType(c, 'multipart/form-data')
  const bytes = await readBytes(c, most + largestBody)
  const form = await formOf(c.req.header('content-type') ?? '', bytes)
  const one = (name: string): ReturnType<FormData['get']> | undefined => {
    const [value, ...more] = form.getAll(name)
    if (more.length > 0) throw new ServiceProblem('malformed_body', 'A field of the form stands twice.')
    return value
  }
  const [csrf, provider, record] = [one('csrf'), one('provider'), one('record')]
  if (typeof record !== 'object' || record === null || record.size > most) {
    throw new ServiceProblem('malformed_body', `The form needs a record file of at most ${most} bytes.`)
  }
  return {
    csrf: typeof csrf === 'string' ? csrf : '',
    provider: typeof provider === 'string' ? provider : '',
    // Not what its name or type say: what it holds is verified byte for byte.
    record: await record.text(),
  }
}

async function formOf(type: string, bytes: Uint8Array): Promise<FormData> {
  try {
    return await new Response(Buffer.from(bytes), { headers: { 'content-type': type } }).formData()
  } catch {
    throw new ServiceProblem('malformed_body', 'The form cannot be read.')
  }
}
