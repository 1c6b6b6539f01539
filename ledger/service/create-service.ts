import { Hono } from 'hono'
import { openAccess } from './access/access.ts'
import { openAppender } from './append/appender.ts'
import { addApiRoutes } from './api-routes.ts'
import { openResolver } from './connector/resolver.ts'
import { openapiDocument } from './interface/openapi.ts'
import { addPageRoutes } from './page-routes.ts'
import { pagePolicy } from './pages/page.ts'
import { problemPage } from './pages/problem-page.ts'
import { ServiceProblem } from './problem.ts'
import type { ServiceContext, ServiceEnv, ServiceOptions } from './service-options.ts'
import { StateError } from './state/state-database.ts'
import { sharedProjections } from './shared-projections.ts'

/** Requests that are being answered at once; whoever comes then is told to come back. */
const mostUnderWay = 256

/** The whole service as one function of a request, below `base`. */
export function createService(given: ServiceOptions & { readonly version: string }): Hono<ServiceEnv> {
  const options = { ...given, readiness: sharedProjections(given.readiness) }
  const { base, version, note } = options
  const mcp = options.mcp?.(options.readiness)
  const access = openAccess(options)
  const parts = {
    options,
    access,
    appender: openAppender(options),
    resolver: openResolver(options),
    document: openapiDocument(base, version),
  }
  const routes = new Hono<ServiceEnv>()
  addApiRoutes(routes, parts)
  addPageRoutes(routes, parts)
  if (mcp !== undefined) {
    routes.on(['GET', 'POST', 'DELETE'], '/mcp', async (c) => {
      // Not for browsers: a page of somebody else could otherwise ask on behalf of who is signed in.
      if (c.req.header('authorization') === undefined) {
        throw new ServiceProblem('unauthenticated', 'Send a bearer token.', {}, { 'www-authenticate': 'Bearer' })
      }
      return await mcp(c.req.raw, await access.requireReader(c, 'readiness:read'))
    })
  }
  addOtherMethods(routes)

  let underWay = 0
  const app = new Hono<ServiceEnv>()
  app.use('*', async (c, next) => {
    underWay += 1
    try {
      if (underWay > mostUnderWay) throw new ServiceProblem('busy', 'Too many requests at once.', { retry_after: 1 })
      await next()
    } finally {
      underWay -= 1
    }
    protect(c, access.arrival(c).isSecure)
  })
  app.route(base === '' ? '/' : base, routes)
  app.notFound((c) => answer(c, new ServiceProblem('not_found', 'There is nothing here.')))
  app.onError((thrown, c) => {
    const known = thrown instanceof ServiceProblem
    // Only its kind: a message may quote what was sent. That of the database is ours, for whoever runs it.
    if (thrown instanceof StateError) note(`the database cannot be used: ${thrown.message}`)
    else if (!known)
      note(`failed on ${c.req.method}: ${thrown.name}${'code' in thrown ? ` ${String(thrown.code)}` : ''}`)
    return answer(c, known ? thrown : failed(thrown))
  })
  return app

  function answer(c: ServiceContext, { problem, headers }: ServiceProblem): Response {
    const status = problem.status as 400
    const isPage = c.req.path === `${base}/admin` || c.req.path.startsWith(`${base}/admin/`)
    if (isPage) return c.html(problemPage(base, problem), status, headers)
    return c.body(JSON.stringify(problem), status, { ...headers, 'content-type': 'application/problem+json' })
  }
}

/** Who asks again later may be served when only the database was away. */
const failed = (thrown: Error): ServiceProblem =>
  thrown instanceof StateError && thrown.passing
    ? new ServiceProblem('ledger_unavailable', 'The database cannot be reached. Ask again later.', {
        retry_after: 30,
      })
    : new ServiceProblem('internal_error', 'The service failed; nothing was changed.')

/** Every other method on a path that there is. */
function addOtherMethods(routes: Hono<ServiceEnv>): void {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of routes.routes) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  for (const [path, known] of methods) {
    const allow = [...known, ...(known.has('GET') ? ['HEAD'] : [])].join(', ')
    routes.all(path, () => {
      throw new ServiceProblem('method_not_allowed', `This takes ${allow}.`, {}, { allow })
    })
  }
}

/** Of every answer: nothing is kept, framed, sniffed or read by another site. */
function protect(c: ServiceContext, isSecure: boolean): void {
  const { headers } = c.res
  headers.set('cache-control', 'no-store')
  headers.set('content-security-policy', pagePolicy)
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  // Forms say where they come from; no address leaves for another site.
  headers.set('referrer-policy', 'same-origin')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  if (isSecure) headers.set('strict-transport-security', 'max-age=31536000')
}
