import { ServiceProblem } from '../problem.ts'
import type { ServiceContext } from '../service-options.ts'

/** What is known of the way a request came, as far as it is to be believed. */
export interface Arrival {
  /** Over TLS, as far as the browser is concerned. */
  readonly isSecure: boolean
  readonly address: string
}

/** @param behindProxy what the proxy says is believed: its own entry is the last one of `x-forwarded-for` */
export function arrivalOf(c: ServiceContext, behindProxy: boolean): Arrival {
  const direct = c.env.incoming.socket.remoteAddress ?? ''
  if (!behindProxy) return { isSecure: false, address: direct }
  const last = (name: string): string => (c.req.header(name) ?? '').split(',').at(-1)?.trim().toLowerCase() ?? ''
  return { isSecure: last('x-forwarded-proto') === 'https', address: last('x-forwarded-for') || direct }
}

/**
 * A browser says with every POST which page sent it. Only our own may: not another site, not another port of this host,
 * not a page whose origin is hidden.
 * @throws ServiceProblem `forged_request`
 */
export function requireOwnOrigin(c: ServiceContext, { isSecure }: Arrival): void {
  const own = `${isSecure ? 'https' : 'http'}://${(c.req.header('host') ?? '').toLowerCase()}`
  const site = c.req.header('sec-fetch-site')
  if (c.req.header('origin')?.toLowerCase() === own && (site === undefined || site === 'same-origin')) return
  throw new ServiceProblem('forged_request', 'The request does not come from a page of this service.')
}
