import { getCookie, setCookie } from 'hono/cookie'
import { ServiceProblem } from '../problem.ts'
import type { ServiceContext, ServiceOptions } from '../service-options.ts'
import { type Admins, openAdmins } from './admins.ts'
import { type BrowserSession, type BrowserSessions, openBrowserSessions } from './browser-sessions.ts'
import { type Arrival, arrivalOf, requireOwnOrigin } from './request-origin.ts'
import { isSameSecret } from './secret.ts'
import { openSignInLimits, type SignInLimits } from './sign-in-limits.ts'
import { openTokens, type Token, type Tokens, type TokenScope } from './tokens.ts'

/** Who asks, and what they may. */
export interface Access {
  readonly admins: Admins
  readonly sessions: BrowserSessions
  readonly limits: SignInLimits
  arrival(c: ServiceContext): Arrival
  /** Of the cookie; undefined when there is none that counts. */
  session(c: ServiceContext): Promise<BrowserSession | undefined>
  /** Gives the browser the cookie of a session, or takes it away. */
  setCookie(c: ServiceContext, cookie: string | undefined): void
  /** Whether a cookie came along, whatever it is worth. */
  broughtCookie(c: ServiceContext): boolean
  /** A token with this scope, or a signed-in administrator. @returns the only workspace they may ask about */
  requireReader(c: ServiceContext, scope: TokenScope): Promise<string | undefined>
  /** A signed-in administrator, and no bearer token whatever its scope (§5.2). */
  requireAdmin(c: ServiceContext): Promise<BrowserSession>
  /** That a page of ours sent this. @throws ServiceProblem `forged_request` */
  requireOwnOrigin(c: ServiceContext): void
  /** That a page of ours sent this on behalf of who is signed in. @param csrf what came along in the form or header */
  requireIntended(c: ServiceContext, session: BrowserSession, csrf: string | undefined): void
}

export function openAccess({ state, clock = Date.now, expiry, passwordCost, behindProxy }: ServiceOptions): Access {
  const sessions = openBrowserSessions(state, clock, expiry)
  const tokens = openTokens(state, clock)
  const arrival = (c: ServiceContext): Arrival => arrivalOf(c, behindProxy)
  // The prefix makes the browser refuse one that another host or a page without TLS has set.
  const cookieName = (c: ServiceContext): string =>
    arrival(c).isSecure ? '__Host-touchstone_session' : 'touchstone_session'

  const access: Access = {
    admins: openAdmins(state, clock, passwordCost),
    sessions,
    limits: openSignInLimits(state, clock),
    arrival,
    async session(c) {
      const cookie = getCookie(c, cookieName(c))
      return cookie === undefined ? undefined : await sessions.find(cookie)
    },
    setCookie(c, cookie) {
      const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: arrival(c).isSecure } as const
      setCookie(c, cookieName(c), cookie ?? '', cookie === undefined ? { ...options, maxAge: 0 } : options)
    },
    broughtCookie: (c) => getCookie(c, cookieName(c)) !== undefined,
    async requireReader(c, scope) {
      if (c.req.header('authorization') === undefined) {
        if ((await access.session(c)) === undefined) throw unauthenticated('Sign in, or send a bearer token.')
        return undefined
      }
      const token = await bearer(c, tokens)
      if (!token.scopes.includes(scope)) {
        throw new ServiceProblem(
          'insufficient_scope',
          `The token lacks the scope ${scope}.`,
          {},
          {
            'www-authenticate': `Bearer realm="touchstone", error="insufficient_scope", scope="${scope}"`,
          },
        )
      }
      return token.workspaceId
    },
    async requireAdmin(c) {
      // Before anything else of it is looked at: whether it is a good token must not be learned here.
      if (c.req.header('authorization') !== undefined) {
        throw new ServiceProblem(
          'browser_session_required',
          'Only a signed-in administrator may do this, with a browser session; tokens may not, whatever their scope.',
        )
      }
      const session = await access.session(c)
      if (session === undefined) throw unauthenticated('Sign in with a browser first.')
      return session
    },
    requireOwnOrigin: (c) => requireOwnOrigin(c, arrival(c)),
    requireIntended(c, session, csrf = '') {
      requireOwnOrigin(c, arrival(c))
      if (isSameSecret(csrf, session.csrf)) return
      throw new ServiceProblem('forged_request', 'The request lacks the CSRF token of this browser session.')
    },
  }
  return access
}

async function bearer(c: ServiceContext, tokens: Tokens): Promise<Token> {
  const [, given = ''] = /^Bearer +([\w.~+/=-]+) *$/i.exec(c.req.header('authorization') ?? '') ?? []
  const token = await tokens.find(given)
  if (token !== undefined) return token
  throw new ServiceProblem(
    'unauthenticated',
    'The bearer token is unknown, expired or revoked.',
    {},
    {
      'www-authenticate': 'Bearer realm="touchstone", error="invalid_token"',
    },
  )
}

const unauthenticated = (detail: string): ServiceProblem =>
  new ServiceProblem('unauthenticated', detail, {}, { 'www-authenticate': 'Bearer realm="touchstone"' })
