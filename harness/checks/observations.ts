import { routes, type RouteName } from '../protocol/index.ts'
import type { Answer, Exchange } from '../wire/exchange.ts'
import { documentOf } from '../wire/document-of.ts'
import type { BodyStore } from './body-store.ts'

/** One exchange of the run, for the cases that judge all of them. */
export interface Observed {
  readonly exchange: Exchange
  readonly route: RouteName | undefined
}

/** Everything the connector answered so far. */
export interface Observations {
  readonly all: readonly Observed[]
  /** Bodies that could be kept neither in memory nor in a file; searches over answers are then incomplete. */
  readonly dropped: number
  record(exchange: Exchange): void
  /** The n-th manifest of the run and so on: answers of one route with status 2xx and a readable document. */
  documents(route: RouteName): readonly unknown[]
}

const memoryBound = 16 * 1024 * 1024

/** The route a request went to, by method and path. */
export function routeOf(method: string, path: string): RouteName | undefined {
  const bare = path.split('?')[0] ?? ''
  if (method === 'GET' && bare.startsWith('/v1/operations/')) return 'lookup'
  return routes.find((route) => route.method === method && route.path === bare)?.name
}

/** What is too much for memory goes to `store`. */
export function createObservations(store: Pick<BodyStore, 'put'>): Observations {
  const all: Observed[] = []
  let kept = 0
  let dropped = 0
  return {
    all,
    get dropped() {
      return dropped
    },
    record(exchange) {
      const route = routeOf(exchange.asked.method, exchange.asked.path)
      const size = exchange.kind === 'answer' ? exchange.body.length : 0
      if (exchange.kind === 'answer' && kept + size > memoryBound) {
        const body = store.put(exchange.body)
        if (body) all.push({ exchange: putAside(exchange, body), route })
        else dropped += 1
      } else {
        kept += size
        all.push({ exchange, route })
      }
    },
    documents: (route) =>
      all.flatMap(({ exchange, route: its }) =>
        its === route && exchange.kind === 'answer' && is2xx(exchange.status) && exchange.document.ok
          ? [exchange.document.value]
          : [],
      ),
  }
}

/** The same answer, read again each time somebody looks at it. */
const putAside = ({ asked, moments, millis, status, headers }: Answer, body: () => Uint8Array): Answer => ({
  kind: 'answer',
  asked,
  moments,
  millis,
  status,
  headers,
  get body() {
    return body()
  },
  get document() {
    return documentOf(body())()
  },
})

export const is2xx = (status: number): boolean => status >= 200 && status < 300
