export type RouteName = 'manifest' | 'health' | 'connect' | 'resolve' | 'publish' | 'lookup'

export interface Route {
  readonly name: RouteName
  readonly method: 'GET' | 'POST'
  /** As the specification writes it; that of `lookup` has a parameter, see {@link lookupPath}. */
  readonly path: string
}

/** The six mandatory routes (§4.2), in the order of the specification. */
export const routes: readonly Route[] = [
  { name: 'manifest', method: 'GET', path: '/v1/manifest' },
  { name: 'health', method: 'GET', path: '/v1/health' },
  { name: 'connect', method: 'POST', path: '/v1/connections' },
  { name: 'resolve', method: 'POST', path: '/v1/capabilities/resolve' },
  { name: 'publish', method: 'POST', path: '/v1/publishes' },
  { name: 'lookup', method: 'GET', path: '/v1/operations/{operation_id}' },
]

/** The path of one operation, percent-encoded (R14). */
export const lookupPath = (operationId: string): string => `/v1/operations/${encodeURIComponent(operationId)}`
