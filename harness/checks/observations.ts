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
  record(exchange: Exchange): void
  /** The n-th manifest of the run and so on: answers of one route with status 2xx and a readable document. */
  documents(route: RouteName): readonly unknown[]
}

/** The route a request went to, by method and path. */
export function routeOf(method: string, path: string): RouteName | undefined {
  const bare = path.split('?')[0] ?? ''
  if (method === 'GET' && bare.startsWith('/v1/operations/')) return 'lookup'
  return routes.find((route) => route.method === method && route.path === bare)?.name
}

export function createObservations(): Observations {
  const all: Observed[] = []
  return {
    all,
    record(exchange) {
      all.push({ exchange, route: routeOf(exchange.asked.method, exchange.asked.path) })
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
