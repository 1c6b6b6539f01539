import { answerSchemas } from '../interface/answer-schemas.ts'

const parts = ['ProviderItem', 'ProfileItem', 'Decision', 'Facts', 'Blocker'] as const

/** JSON Schema of a `Projection`, as the REST interface has it; a client of the SDK checks every answer against it. */
export const projectionSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>> = {
  ...standingAlone(answerSchemas['Projection']),
  type: 'object',
  $defs: Object.fromEntries(parts.map((name) => [name, standingAlone(answerSchemas[name])])),
}

/** The schema of an answer, with its parts where a schema outside an OpenAPI document has them. */
function standingAlone(schema: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(schema ?? {}).replaceAll('#/components/schemas/', '#/$defs/')
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}
