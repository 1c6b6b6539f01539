import type { Hono } from 'hono'
import type { BrowserSession } from './access/browser-sessions.ts'
import { signInWith } from './access/sign-in.ts'
import type { ApiParts } from './api-routes.ts'
import { largestRecordFile, requestCheck } from './interface/read-request.ts'
import {
  type ControlRequest,
  controlRequestSchema,
  type ReviewRequest,
  reviewRequestSchema,
} from './interface/request-schemas.ts'
import type { Draft } from './pages/fields.ts'
import { historyOf } from './pages/history.ts'
import { overviewPage, providerPath, type Signed } from './pages/overview-page.ts'
import { type FormName, providerPage, type ProviderView } from './pages/provider-page.ts'
import { readForm, readUpload, requestOf } from './pages/read-form.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { ServiceProblem } from './problem.ts'
import type { ServiceContext, ServiceEnv } from './service-options.ts'

const checkReview = requestCheck<ReviewRequest>(reviewRequestSchema)
const checkControl = requestCheck<ControlRequest>(controlRequestSchema)

const done = {
  control: 'The runtime control was appended.',
  review: 'The approval review was appended.',
  certification: 'The certification was appended.',
} as const satisfies Record<FormName, string>

/** The admin page: plain HTML below `{base}/admin`, which works without scripts and has none. */
export function addPageRoutes(app: Hono<ServiceEnv>, { options, access, appender }: Omit<ApiParts, 'document'>): void {
  const { readiness, base, catalogue, store, note } = options
  const signIn = signInWith(access, note)
  const toSignIn = (c: ServiceContext): Response =>
    c.redirect(`${base}/admin/sign-in${access.broughtCookie(c) ? '?ended=1' : ''}`, 303)
  const signed = ({ admin, csrf }: BrowserSession): Signed => ({ base, name: admin.name, csrf })

  app.get('/', (c) => c.redirect(`${base}/admin`, 303))

  app.get('/admin/sign-in', (c) =>
    c.html(signInPage(base, c.req.query('ended') === undefined ? undefined : 'You are signed out. Sign in again.')),
  )

  app.post('/admin/sign-in', async (c) => {
    const { name = '', password = '' } = await readForm(c)
    try {
      await signIn(c, name, password)
      return c.redirect(`${base}/admin`, 303)
    } catch (thrown) {
      if (!(thrown instanceof ServiceProblem) || thrown.problem.code === 'forged_request') throw thrown
      const { status, detail, retry_after: wait } = thrown.problem
      const says = wait === undefined ? detail : `${detail} Try again in ${Math.ceil(wait / 60)} min.`
      return c.html(signInPage(base, says), { status: status as 401, headers: thrown.headers })
    }
  })

  for (const everywhere of [false, true]) {
    app.post(`/admin/sign-out${everywhere ? '-everywhere' : ''}`, async (c) => {
      const session = await access.session(c)
      if (session === undefined) return toSignIn(c)
      access.requireIntended(c, session, (await readForm(c))['csrf'])
      if (everywhere) await access.sessions.endAll(session.admin.id)
      else await access.sessions.end(session)
      access.setCookie(c, undefined)
      note(everywhere ? 'signed out everywhere' : 'signed out')
      return c.redirect(`${base}/admin/sign-in`, 303)
    })
  }

  app.get('/admin', async (c) => {
    const session = await access.session(c)
    if (session === undefined) return toSignIn(c)
    const { sources, trouble } = readiness
    return c.html(overviewPage(signed(session), sources.providers, await readiness.project(), trouble))
  })

  app.get('/admin/provider', async (c) => {
    const session = await access.session(c)
    if (session === undefined) return toSignIn(c)
    const did = c.req.query('did')
    const says = Object.entries(done).find(([form]) => form === did)?.[1]
    return c.html(await show(session, c.req.query('id') ?? '', says === undefined ? {} : { done: says }))
  })

  app.post('/admin/runtime-controls', (c) =>
    submitted(c, 'control', (draft, { admin }) => appender.control(checkControl(requestOf(draft)), admin.name)),
  )

  app.post('/admin/approval-reviews', (c) =>
    submitted(c, 'review', (draft, { admin }) => appender.review(checkReview(requestOf(draft)), admin.name)),
  )

  app.post('/admin/certifications', async (c) => {
    const session = await access.requireAdmin(c).catch(signedOut)
    if (session === undefined) return toSignIn(c)
    // Before the file is read; that the page was ours says its token, which comes with the file.
    access.requireOwnOrigin(c)
    const { csrf, provider, record } = await readUpload(c, largestRecordFile)
    access.requireIntended(c, session, csrf)
    return await answered(c, session, 'certification', { provider }, () => appender.certification(record))
  })

  async function submitted(
    c: ServiceContext,
    form: FormName,
    append: (draft: Draft, session: BrowserSession) => Promise<unknown>,
  ): Promise<Response> {
    const session = await access.requireAdmin(c).catch(signedOut)
    if (session === undefined) return toSignIn(c)
    access.requireOwnOrigin(c)
    const draft = await readForm(c)
    access.requireIntended(c, session, draft['csrf'])
    return await answered(c, session, form, draft, () => append(draft, session))
  }

  /** To the page of the provider, which says what was done; or the page again with what was wrong. */
  async function answered(
    c: ServiceContext,
    session: BrowserSession,
    form: FormName,
    draft: Draft,
    append: () => Promise<unknown>,
  ): Promise<Response> {
    const provider = draft['provider'] ?? ''
    try {
      await append()
      return c.redirect(`${providerPath(base, provider)}&did=${form}`, 303)
    } catch (thrown) {
      const isKnown = readiness.sources.providers.some(({ id }) => id === provider)
      if (!(thrown instanceof ServiceProblem) || !isKnown) throw thrown
      const { detail: says, errors = [], status } = thrown.problem
      const html = await show(session, provider, { form, refused: { says, errors, draft } })
      return c.html(html, { status: status as 400, headers: thrown.headers })
    }
  }

  async function show(
    session: BrowserSession,
    id: string,
    more: Pick<ProviderView, 'done' | 'refused' | 'form'>,
  ): Promise<string> {
    const source = readiness.sources.providers.find((each) => each.id === id)
    const item = (await readiness.project()).providers.find(({ provider }) => provider === id)
    if (source === undefined || item === undefined) throw new ServiceProblem('not_found', 'There is no such provider.')
    // What cannot be read is shown as that; readiness says why.
    const history = store === undefined ? undefined : await historyOf(store, id).catch(() => undefined)
    return providerPage(signed(session), { source, item, history, catalogue, trouble: readiness.trouble, ...more })
  }
}

/** Whose session has ended is asked to sign in again; anything else stays a problem. */
function signedOut(thrown: unknown): undefined {
  if (thrown instanceof ServiceProblem && thrown.problem.code === 'unauthenticated') return undefined
  throw thrown
}
