import type { Hono } from 'hono'
import type { Access } from './access/access.ts'
import type { Appender } from './append/appender.ts'
import type { Appended } from '../store/index.ts'
import type { Resolver } from './connector/resolver.ts'
import { catalogueOf } from './interface/catalogue.ts'
import { jsonReader, largestRecordFile, readBytes, requireType } from './interface/read-request.ts'
import {
  type ControlRequest,
  controlRequestSchema,
  type ResolveRequest,
  resolveRequestSchema,
  type ReviewRequest,
  reviewRequestSchema,
} from './interface/request-schemas.ts'
import { ServiceProblem } from './problem.ts'
import type { BrowserSession } from './access/browser-sessions.ts'
import type { ServiceContext, ServiceEnv, ServiceOptions } from './service-options.ts'

export interface ApiParts {
  readonly options: ServiceOptions
  readonly access: Access
  readonly appender: Appender
  readonly resolver: Resolver
  /** The OpenAPI document. */
  readonly document: object
}

const readReview = jsonReader<ReviewRequest>(reviewRequestSchema)
const readControl = jsonReader<ControlRequest>(controlRequestSchema)
const readResolve = jsonReader<ResolveRequest>(resolveRequestSchema)

/** The REST routes (§4.1), below `{base}/api/v1`. */
export function addApiRoutes(app: Hono<ServiceEnv>, { options, access, appender, resolver, document }: ApiParts): void {
  const { readiness } = options

  app.get('/api/v1/openapi.json', (c) => c.json(document))

  app.get('/api/v1/provider-readiness', async (c) => {
    const only = await access.requireReader(c, 'readiness:read')
    return c.json(await readiness.project({ workspaceId: requireWorkspace(workspaceOf(c), only) }))
  })

  app.get('/api/v1/providers', async (c) => {
    const only = await access.requireReader(c, 'readiness:read')
    const workspaceId = requireWorkspace(workspaceOf(c), only)
    return c.json(catalogueOf(readiness.sources, await readiness.project({ workspaceId })))
  })

  app.post('/api/v1/capabilities/resolve', async (c) => {
    const only = await access.requireReader(c, 'capabilities:resolve')
    if (c.req.header('authorization') === undefined) await intended(c)
    const request = await readResolve(c)
    requireWorkspace(request.workspace_id, only)
    return c.json(await resolver(request))
  })

  app.get('/api/v1/admin/session', async (c) => {
    const { admin, csrf } = await access.requireAdmin(c)
    return c.json({ name: admin.name, csrf_token: csrf })
  })

  const admin = '/api/v1/admin/provider-readiness'
  app.post(`${admin}/approval-reviews`, async (c) => {
    const session = await intended(c)
    return c.json(shown(await appender.review(await readReview(c), session.admin.name)))
  })
  app.post(`${admin}/runtime-controls`, async (c) => {
    const session = await intended(c)
    return c.json(shown(await appender.control(await readControl(c), session.admin.name)))
  })
  app.post(`${admin}/certifications`, async (c) => {
    await intended(c)
    requireType(c, 'application/json')
    return c.json(shown(await appender.certification(textOf(await readBytes(c, largestRecordFile)))))
  })

  /** Who is let in before anything of the body is read. */
  async function intended(c: ServiceContext): Promise<BrowserSession> {
    const session = await access.requireAdmin(c)
    access.requireIntended(c, session, c.req.header('x-csrf-token'))
    return session
  }
}

const shown = ({ id, ledger, seq, isNew }: Appended): object => ({ id, ledger, seq, is_new: isNew })

/** @throws ServiceProblem `malformed_body` */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new ServiceProblem('malformed_body', 'The body is not UTF-8.')
  }
}

function workspaceOf(c: ServiceContext): string {
  const [workspaceId, ...more] = c.req.queries('workspace_id') ?? []
  if (workspaceId !== undefined && workspaceId !== '' && workspaceId.length <= 256 && more.length === 0) {
    return workspaceId
  }
  throw new ServiceProblem('invalid_request', 'Name one workspace: ?workspace_id=…')
}

function requireWorkspace(workspaceId: string, only: string | undefined): string {
  if (only === undefined || only === workspaceId) return workspaceId
  throw new ServiceProblem('workspace_forbidden', 'The token is for another workspace.')
}
