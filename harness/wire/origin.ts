import { isIP } from 'node:net'

/** Where a connector listens; the token goes nowhere else. */
export interface Origin {
  /** As configured, for messages. */
  readonly url: string
  readonly address: { readonly path: string } | { readonly host: string; readonly port: number }
  readonly tls: { readonly servername: string | undefined; readonly ca: string | undefined } | undefined
  /** Value of the Host header. */
  readonly host: string
  /** In front of every path; empty unless the connector lives below one. */
  readonly prefix: string
}

/** Reads `http:`, `https:` and `unix:/path`; `ca` replaces the public certificate authorities. */
export function readOrigin(url: string, ca?: string): Origin {
  if (url.startsWith('unix:')) {
    return { url, address: { path: url.slice('unix:'.length) }, tls: undefined, host: 'localhost', prefix: '' }
  }
  const { protocol, hostname, port, host, pathname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error('a connector URL is http:, https: or unix:')
  const secure = protocol === 'https:'
  const name = hostname.replace(/^\[|\]$/g, '')
  return {
    url,
    address: { host: name, port: port === '' ? (secure ? 443 : 80) : Number(port) },
    tls: secure ? { servername: isIP(name) === 0 ? name : undefined, ca } : undefined,
    host,
    prefix: pathname.replace(/\/+$/, ''),
  }
}
