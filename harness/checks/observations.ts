import { routes, type RouteName } from '../protocol/index.ts'
import type { Exchange } from '../wire/exchange.ts'

/** One exchange of the run, for the cases that judge all of them. */
export interface Observed {
  readonly exchange: Exchange
  readonly route: RouteName | undefined
}

/** Everything the connector answered so far. */
export interface Observations {
  readonly all: readonly Observed[]
  /** Bodies beyond the memory bound were not kept; searches over answers are then incomplete. */
  readonly dropped: number
  record(exchange: Exchange): void
  /** The n-th manifest of the run and so on: answers of one route with status 2xx and a readable document. */
  documents(route: RouteName): readonly unknown[]
}

const memoryBound = 64 * 1024 * 1024

/** The route a request went to, by method and path. */
export function routeOf(method: string, path: string): RouteName | undefined {
  const bare = path.split('?')[0] ?? ''
  if (method === 'GET' && bare.startsWith('/v1/operations/')) return 'lookup'
  return routes.find((route) => route.method === method && route.path === bare)?.name
}

export function createObservations(): Observations {
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
      if (kept + size > memoryBound) dropped += 1
      else {
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

export const is2xx = (status: number): boolean => status >= 200 && status < 300
