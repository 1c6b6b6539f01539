import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { scriptedConnector, type ScriptedConnector } from '../harness/host/scripted-connector.test.support.ts'
import { healthy, provider } from '../ledger/readiness/healthy.test.support.ts'
import type { Projection } from '../ledger/readiness/index.ts'
import { trustedKeysText } from '../ledger/record/index.ts'
import { type Place, testInPlace } from './cli.test.support.ts'

/** One projection, whoever shows it (§1). */

const ledger = ['--ledger', 'evidence.sqlite']
const entry = fileURLToPath(new URL('./touchstone.js', import.meta.url))
const call = { name: 'get_provider_readiness', arguments: { workspace_id: 'w-1' } }

const file = (connector: string): string => `providers:
  - id: scripted
    manifest: manifest.json
    connector: { url: "${connector}", token: { env: SCRIPTED_TOKEN } }
    app: { state: configured, source: environment, label: blog-app }
    accounts:
      - { id: acct-1, workspace_id: w-1, policy: allowed, grant: { state: valid } }
      - { id: acct-2, workspace_id: w-1, policy: restricted, grant: { state: reconnect_required } }
      - { id: acct-3, workspace_id: w-2, policy: allowed, grant: { state: valid } }
  - id: later
    implemented: false
    app: { state: missing, label: later-app }
`

for (const enforced of ['true', 'false']) {
  testInPlace(`every face gives the same decisions, byte for byte (enforced: ${enforced})`, async (place) => {
    await using connector = await scriptedConnector()
    connector.accounts = ['acct-1', 'acct-2']
    await prepare(place, connector)
    const env = { SERVICE_PROVIDER_CERTIFICATION_ENFORCED: enforced, SCRIPTED_TOKEN: 'scripted-token-0123456789' }

    const { out } = await place.run(['provider', 'readiness', ...ledger, '--workspace', 'w-1', '--json'], env)
    const projection = JSON.parse(out) as Projection
    const expected = JSON.stringify(projection)
    assert.match(expected, enforced === 'true' ? /certification_required/ : /"state":"healthy"/)
    assert.match(expected, /reconnect_required/)

    assert.is(await overStdio(place, env), expected, 'MCP over standard input and output')

    const { out: token } = await place.run(
      ['service', 'token', ...ledger, '--scope', 'readiness:read,capabilities:resolve', '--workspace', 'w-1'],
      env,
    )
    const service = place.start(['service', ...ledger, '--port', '0'], env)
    await service.says('Ctrl-C ends it')
    const [url = ''] = /http:\/\/\S+?:\d+/.exec(service.said()) ?? []
    const authorization = `Bearer ${token.trim()}`
    const rest = await (
      await fetch(`${url}/api/v1/provider-readiness?workspace_id=w-1`, { headers: { authorization } })
    ).text()
    assert.is(rest, expected, 'REST')
    assert.is(await overHttp(`${url}/mcp`, authorization), expected, 'MCP over HTTP')

    const decisions = decisionsIn(projection)
    const catalogue = await json(`${url}/api/v1/providers?workspace_id=w-1`, { headers: { authorization } })
    assert.equal(decisionsInCatalogue(catalogue), decisions, 'catalogue')
    for (const [what, decision] of decisions) {
      const [id, social_account_id, output_profile, operation] = what.split(' ')
      const body = JSON.stringify({ workspace_id: 'w-1', provider: id, social_account_id, output_profile, operation })
      const headers = { authorization, 'content-type': 'application/json' }
      const resolved = await json(`${url}/api/v1/capabilities/resolve`, { method: 'POST', headers, body })
      assert.is(JSON.stringify(resolved['decision']), decision, `capability resolution: ${what}`)
    }
    service.kill('SIGTERM')
    await service.ended
  })
}

/** A ledger in which the scripted connector is healthy, with its keys, and a readiness file. */
async function prepare(place: Place, connector: ScriptedConnector): Promise<void> {
  const manifest = await (await fetch(`${connector.url}/v1/manifest`)).text()
  await place.write('manifest.json', manifest)
  await place.write('readiness.yaml', file(connector.url))
  await using set = await healthy({ ...provider, id: 'scripted' })
  const keys = join(place.path, 'touchstone-keys')
  await mkdir(keys, { mode: 0o700 })
  await place.write('touchstone-keys/fingerprint.key', `${Buffer.alloc(32, 7).toString('hex')}\n`)
  await chmod(join(keys, 'fingerprint.key'), 0o600)
  await place.write('touchstone-keys/trusted-keys.json', trustedKeysText(set.trusted))
  await set.store[Symbol.asyncDispose]()
  await copyFile(set.path, join(place.path, 'evidence.sqlite'))
}

async function structured(transport: Transport): Promise<string> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  try {
    await client.listTools()
    return JSON.stringify((await client.callTool(call)).structuredContent)
  } finally {
    await client.close()
  }
}

const overStdio = (place: Place, env: Readonly<Record<string, string>>): Promise<string> =>
  structured(
    new StdioClientTransport({
      command: process.execPath,
      args: [entry, 'mcp', ...ledger],
      cwd: place.path,
      env: { PATH: process.env['PATH'] ?? '', TMPDIR: join(place.path, '../tmp'), ...env },
      stderr: 'pipe',
    }),
  )

// Safe: the SDK's own types differ only in whether `undefined` is written out.
const overHttp = (url: string, authorization: string): Promise<string> =>
  structured(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }) as Transport,
  )

const json = async (url: string, init: RequestInit): Promise<Readonly<Record<string, unknown>>> =>
  (await (await fetch(url, init)).json()) as Readonly<Record<string, unknown>>

/** What each decision is about, and its bytes. */
type Decisions = readonly (readonly [what: string, decision: string])[]

const decisionsIn = ({ providers }: Projection): Decisions =>
  providers.flatMap(({ provider, profiles = [] }) =>
    profiles.flatMap(({ social_account_id, output_profile, immediate, scheduled }) => {
      const about = `${provider} ${social_account_id} ${output_profile}`
      return [
        [`${about} publish_immediate`, JSON.stringify(immediate)] as const,
        [`${about} publish_scheduled`, JSON.stringify(scheduled)] as const,
      ]
    }),
  )

interface Catalogue {
  readonly providers: readonly {
    readonly provider: string
    readonly formats: readonly {
      readonly output_profile: string
      readonly operations: readonly {
        readonly social_account_id: string
        readonly operation: string
        readonly decision: unknown
      }[]
    }[]
  }[]
}

const decisionsInCatalogue = (catalogue: unknown): Decisions =>
  (catalogue as Catalogue).providers.flatMap(({ provider, formats }) =>
    formats.flatMap(({ output_profile, operations }) =>
      operations.map(
        ({ social_account_id, operation, decision }) =>
          [`${provider} ${social_account_id} ${output_profile} ${operation}`, JSON.stringify(decision)] as const,
      ),
    ),
  )

test.run()
