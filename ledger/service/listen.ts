import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServiceEnv } from './service-options.ts'

export interface Listening extends AsyncDisposable {
  readonly port: number
}

/** How long requests under way may still take when it ends. */
const patienceMs = 5_000

/** Serves over HTTP, with bounds on everything that a client may keep us waiting for. Rejects when it cannot listen. */
export async function listen(app: Hono<ServiceEnv>, port: number, host: string): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1024,
    },
  }) as Server
  server.maxConnections = 1_000
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const late = setTimeout(() => server.closeAllConnections(), patienceMs)
      await closed
      clearTimeout(late)
    },
  }
}
