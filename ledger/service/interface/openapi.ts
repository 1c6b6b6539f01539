import { problemCodes } from '../problem.ts'
import { tokenScopes, type TokenScope } from '../access/tokens.ts'
import { recordFileSchema } from '../../record/record-file.ts'
import { answerSchemas } from './answer-schemas.ts'
import { controlRequestSchema, resolveRequestSchema, reviewRequestSchema } from './request-schemas.ts'

type Part = Readonly<Record<string, unknown>>

const json = (schema: Part): Part => ({ 'application/json': { schema } })
const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })

/** Any route may fail, or have too much to do. */
const problems = (...statuses: readonly number[]): Part =>
  Object.fromEntries(
    [...statuses, 500, 503].map((status) => {
      const codes = Object.entries(problemCodes).flatMap(([code, of]) => (of === status ? [code] : []))
      return [
        String(status),
        { description: codes.join(', '), content: { 'application/problem+json': { schema: ref('Problem') } } },
      ]
    }),
  )

const good = (description: string, schema: string): Part => ({ 200: { description, content: json(ref(schema)) } })

const workspace = (required: boolean): Part => ({
  name: 'workspace_id',
  in: 'query',
  required,
  description: 'Only accounts of this workspace are looked at.',
  schema: { type: 'string', minLength: 1, maxLength: 256 },
})

const reading = (scope: TokenScope): readonly Part[] => [{ bearer: [scope] }, { browser: [] }]

const appending = (summary: string, schema: Part): Part => ({
  summary,
  description: 'Only for a signed-in administrator: a bearer token is refused whatever its scope.',
  security: [{ browser: [], csrf: [] }],
  requestBody: { required: true, content: json(schema) },
  responses: {
    ...good('Where the record is; `is_new` is false when the very same was there already.', 'Appended'),
    ...problems(400, 401, 403, 409, 413, 415),
  },
})

/** What is served, for whoever writes a client. @param base path below which everything is served */
export function openapiDocument(base: string, version: string): Part {
  const admin = '/api/v1/admin/provider-readiness'
  return {
    openapi: '3.1.0',
    info: {
      title: 'touchstone service',
      version,
      description: 'What each provider may do now, decided from certification ledgers; and appending to them.',
    },
    servers: [{ url: base === '' ? '/' : base }],
    paths: {
      '/api/v1/provider-readiness': {
        get: {
          summary: 'The readiness projection',
          security: reading('readiness:read'),
          parameters: [workspace(true)],
          responses: { ...good('All providers, ready or not.', 'Projection'), ...problems(400, 401, 403) },
        },
      },
      '/api/v1/providers': {
        get: {
          summary: 'The formats that are implemented, each with the decision whether it may run now',
          security: reading('readiness:read'),
          parameters: [workspace(true)],
          responses: { ...good('All providers.', 'Catalogue'), ...problems(400, 401, 403) },
        },
      },
      '/api/v1/capabilities/resolve': {
        post: {
          summary: 'Resolve one format through its connector',
          security: reading('capabilities:resolve'),
          requestBody: { required: true, content: json(resolveRequestSchema) },
          responses: {
            ...good('What the connector says, and the decision.', 'Resolved'),
            ...problems(400, 401, 403, 409, 413, 415, 502, 504),
          },
        },
      },
      [`${admin}/approval-reviews`]: {
        post: appending('Append an approval review', reviewRequestSchema),
      },
      [`${admin}/runtime-controls`]: {
        post: appending('Append a runtime control', controlRequestSchema),
      },
      [`${admin}/certifications`]: {
        post: appending(
          'Append a record file of `touchstone certify`, byte for byte',
          withoutDialect(recordFileSchema),
        ),
      },
      '/api/v1/admin/session': {
        get: {
          summary: 'Who is signed in, and the CSRF token of this browser session',
          security: [{ browser: [] }],
          responses: { ...good('Signed in.', 'BrowserSession'), ...problems(401, 403) },
        },
      },
      '/api/v1/openapi.json': {
        get: {
          summary: 'This document',
          security: [],
          responses: { 200: { description: 'OpenAPI 3.1', content: json({ type: 'object' }) } },
        },
      },
    },
    components: {
      schemas: answerSchemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: `A token of \`touchstone service token\`; scopes: ${tokenScopes.join(', ')}.`,
        },
        browser: {
          type: 'apiKey',
          in: 'cookie',
          name: 'touchstone_session',
          description: 'Behind TLS its name is __Host-touchstone_session.',
        },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      },
    },
  }
}

const withoutDialect = ({ $schema: _dialect, ...schema }: Part): Part => schema
