import * as assert from 'uvu/assert'
import { type Healthy, healthy, now, provider, sources } from '../readiness/healthy.test.support.ts'
import type { Readiness, Sources } from '../readiness/index.ts'
import type { Expiry } from './access/browser-sessions.ts'
import { openAdmins } from './access/admins.ts'
import { openTokens, type TokenWish } from './access/tokens.ts'
import { createService } from './create-service.ts'
import { expectAsDocumented } from './interface/documented.test.support.ts'
import { listen } from './listen.ts'
import { mcpOverHttp } from './mcp/index.ts'
import type { ServiceOptions } from './service-options.ts'
import { openSqliteState } from './state/sqlite-state.ts'
import type { StateDatabase } from './state/state-database.ts'

export const administrator = { name: 'alex', password: 'correct horse battery' } as const
export const adminRoutes = '/api/v1/admin/provider-readiness'

/** A service at a real port, over ledgers in which one subject is healthy, with one administrator. */
export interface Served extends AsyncDisposable {
  /** Without the base. */
  readonly origin: string
  readonly base: string
  readonly set: Healthy
  readonly readiness: Readiness
  readonly state: StateDatabase
  /** What it told its operator. */
  readonly notes: readonly string[]
  /** Lets this much time go by. */
  later(millis: number): void
  /** Redirects are answers. What the API answers is checked against its OpenAPI document. */
  ask(path: string, init?: RequestInit): Promise<Response>
  token(wish?: Partial<TokenWish>): Promise<string>
  signIn(): Promise<Browser>
}

/** What a browser keeps of a sign-in. */
export interface Browser {
  readonly cookie: string
  readonly csrf: string
  /** POST of JSON as a page of ours sends it, with these headers instead. */
  post(path: string, json: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** POST of a form. */
  submit(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Response>
  get(path: string): Promise<Response>
}

export interface Wish {
  readonly base?: string
  readonly behindProxy?: boolean
  readonly expiry?: Expiry
  readonly sources?: Sources
  readonly more?: Partial<ServiceOptions>
}

export async function served(wish: Wish = {}): Promise<Served> {
  const set = await healthy()
  const state = openSqliteState(`${set.path}.service`)
  let millis = Date.parse(now)
  const clock = (): number => millis
  const readiness = await set.readiness({ clock, sources: wish.sources ?? sources })
  const notes: string[] = []
  const { base = '', behindProxy = false } = wish
  const app = createService({
    readiness,
    store: set.store,
    state,
    adminKey: set.sample.keys.admin,
    key: set.key,
    trusted: set.trusted,
    catalogue: new Map([['review-board', { digest: `sha256:${'5'.repeat(64)}` }]]),
    base,
    behindProxy,
    note: (event) => void notes.push(event),
    version: '1.2.3',
    mcp: (of) => mcpOverHttp({ readiness: of, version: '1.2.3' }),
    passwordCost: cheap,
    clock,
    ...(wish.expiry === undefined ? {} : { expiry: wish.expiry }),
    ...wish.more,
  })
  const listening = await listen(app, 0, '127.0.0.1')
  const own = `http://127.0.0.1:${listening.port}`
  await openAdmins(state, clock, cheap).add(administrator.name, administrator.password)

  const ask: Served['ask'] = async (path, init = {}) => {
    const answer = await fetch(`${own}${base}${path}`, { redirect: 'manual', ...init })
    await expectAsDocumented(path, init.method ?? 'GET', answer.clone())
    return answer
  }
  return {
    origin: own,
    base,
    set,
    readiness,
    state,
    notes,
    later: (more) => void (millis += more),
    ask,
    token: async (more = {}) => (await openTokens(state, clock).create({ scopes: ['readiness:read'], ...more })).token,
    async signIn() {
      const answer = await ask('/admin/sign-in', {
        method: 'POST',
        headers: { origin: own },
        body: new URLSearchParams(administrator),
      })
      assert.is(answer.status, 303)
      const cookie = cookieOf(answer)
      const session = await ask('/api/v1/admin/session', { headers: { cookie } })
      const { csrf_token: csrf } = (await session.json()) as { csrf_token: string }
      return {
        cookie,
        csrf,
        post: (path, json, headers = {}) =>
          ask(path, {
            method: 'POST',
            headers: { cookie, origin: own, 'x-csrf-token': csrf, 'content-type': 'application/json', ...headers },
            body: typeof json === 'string' ? json : JSON.stringify(json),
          }),
        submit: (path, fields, headers = {}) =>
          ask(path, {
            method: 'POST',
            headers: { cookie, origin: own, ...headers },
            body: new URLSearchParams({ csrf, ...fields }),
          }),
        get: (path) => ask(path, { headers: { cookie } }),
      }
    },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await state[Symbol.asyncDispose]()
      await set[Symbol.asyncDispose]()
    },
  }
}

/** Name and value, as the browser sends it back. */
export const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

export const cheap = { log2N: 4, r: 8, p: 1 } as const

export const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

/** The code of a problem. */
export const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as { code: string }).code

/** How many records there are in all ledgers. */
export const sizeOf = async ({ store }: Pick<Healthy, 'store'>): Promise<number> =>
  (await store.heads()).reduce((sum, { size }) => sum + size, 0)

/** The provider that is healthy. */
export const healthyProvider: string = provider.id
