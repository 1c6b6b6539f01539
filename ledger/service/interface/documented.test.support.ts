import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as assert from 'uvu/assert'
import { openapiDocument } from './openapi.ts'

interface Documented {
  readonly content: Readonly<Record<string, { readonly schema: object }>>
}

const document = openapiDocument('', '1.2.3') as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Documented>> }>>>
  >
}
const ajv = new Ajv2020({ strict: false })
ajv.addSchema(document, 'document')
const checks = new Map<string, ValidateFunction>()

/** Fails when the document does not know the answer of a route of the API: status, media type and every member. */
export async function expectAsDocumented(pathAndQuery: string, method: string, answer: Response): Promise<void> {
  const [path = ''] = pathAndQuery.split('?')
  const type = (answer.headers.get('content-type') ?? '').split(';')[0] ?? ''
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (operation === undefined) {
    // What is not served is answered with a problem all the same; the bodies of HEAD are empty.
    if (path.startsWith('/api/') && method !== 'HEAD') {
      assert.is(type, 'application/problem+json', `${method} ${path}`)
      expectValid(['components', 'schemas', 'Problem'], await answer.json(), path)
    }
    return
  }
  assert.ok(operation.responses[answer.status], `${method} ${path} answers ${answer.status}, which is not documented`)
  const place = ['paths', path, method.toLowerCase(), 'responses', String(answer.status), 'content', type, 'schema']
  assert.ok(operation.responses[answer.status]?.content[type], `${method} ${path} answers ${type}`)
  expectValid(place, await answer.json(), `${method} ${path} ${answer.status}`)
}

function expectValid(place: readonly string[], value: unknown, what: string): void {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const check = checks.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` })
  checks.set(pointer, check)
  assert.ok(check(value), `${what}: ${JSON.stringify(check.errors)}`)
}
