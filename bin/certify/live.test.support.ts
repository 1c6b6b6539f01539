import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { type Destination, startDestination } from '../../fixtures/index.ts'
import { expectEnded, type Place } from '../cli.test.support.ts'

export const tokens = {
  CONNECTOR_TOKEN: 'connector-token-Ab3dEf6hIj9lMn2p',
  DESTINATION_TOKEN: 'destination-token-Zk2wEr5tY',
}

export interface Service extends AsyncDisposable {
  readonly url: string
  readonly destination: Destination
}

/** A connector that somebody else runs, before a destination that is no simulation to the harness. */
export async function service(entry: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Service> {
  const destination = await startDestination({ token: tokens.DESTINATION_TOKEN, unique: true })
  const folder = await mkdtemp(join(tmpdir(), 'service-'))
  const env = { ...tokens, PORT: '0', DESTINATION_URL: destination.url, STATE_DIR: folder, ...more }
  const child = spawn(process.execPath, [...entry], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  const port = /"port":(\d+)/.exec(first.toString())?.[1] ?? ''
  return {
    url: `http://127.0.0.1:${port}`,
    destination,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await destination.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function configure(place: Place, { url, destination }: Service, items = true): Promise<void> {
  const counting = `
  items:
    request: { path: "/items?q=\${marker}", headers: { authorization: "Bearer \${destination.token}" } }
    at: /items
    id: /id`
  await place.write(
    'touchstone.yaml',
    `connector: { url: "${url}", token: { env: CONNECTOR_TOKEN } }
destination:
  upstream: ${destination.url}
  token: { env: DESTINATION_TOKEN }${items ? counting : ''}
profiles: [{ id: note.short }]
connection: { workspace_id: w-1 }
certification:
  operator: Ada
  app: main
  deployment_environment: production
  provider_environment: production
  revision: ${'a'.repeat(40)}
`,
  )
}

export async function review(place: Place, state: string, tier: string): Promise<void> {
  const now = Date.now()
  await place.write(
    'review.yaml',
    `provider: touchstone.reference
app: main
provider_environment: production
approval_state: ${state}
approval_tier: ${tier}
source_ref: reference.terms
source: what the provider has published
reviewed_at: ${new Date(now - 1000).toISOString()}
expires_at: ${new Date(now + 86_400_000 * 7).toISOString()}
`,
  )
  expectEnded(await place.run(['ledger', 'review', 'e.sqlite', 'review.yaml', '--operator', 'Eve']), 0)
}

export const live = ['certify', '--evidence', 'live', '--append', 'e.sqlite'] as const

/** Stands before a connector and is asked before each request is passed on. */
export async function before(connector: Service, asked: (request: string) => Promise<void>): Promise<Service> {
  const server = createServer((request, response) => {
    void (async () => {
      await asked(`${request.method} ${request.url}`)
      const body = await buffer(request)
      const answer = await fetch(`${connector.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          authorization: request.headers.authorization ?? '',
          ...(body.length === 0 ? {} : { 'content-type': 'application/json' }),
        },
        ...(body.length === 0 ? {} : { body }),
      })
      const type = answer.headers.get('content-type') ?? ''
      response.writeHead(answer.status, { 'content-type': type, connection: 'close' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    destination: connector.destination,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
