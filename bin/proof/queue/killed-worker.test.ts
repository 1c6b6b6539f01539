import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry } from '../../../fixtures/index.ts'
import { connectorToken, environment, run, temporaryFolder, within } from '../../../fixtures/testing.test.support.ts'
import { openFence, openHost } from '../../../harness/host/index.ts'
import { readManifest } from '../../../harness/protocol/index.ts'
import { openWire } from '../../../harness/wire/index.ts'
import { enqueue, openQueue, type Queue, workOnce } from '../../../ledger/queue/index.ts'
import { account, healthy, now, provider as blog } from '../../../ledger/readiness/healthy.test.support.ts'
import type { ProviderSource } from '../../../ledger/readiness/index.ts'
import { capabilityDigest } from '../../../ledger/record/index.ts'
import { openStore } from '../../../ledger/store/index.ts'
import { sharedCluster, testWithPostgres } from '../../../ledger/store/postgres-cluster.test.support.ts'
import { passage as openPassage, type Passage } from './passage.test.support.ts'
import { type Site, workerOf } from './site.test.support.ts'

const script = fileURLToPath(new URL('./worker.test.script.js', import.meta.url))
const marker = 'killed-worker-marker'

test('a worker killed while its publish is at the destination: the next one looks up, and there is one item', () =>
  withSite({}, async ({ site, passage, queue, operationId }) => {
    await killedWhen(site, passage.holdNext())
    assert.is((await queue.find(operationId))?.progress.is, 'unknown')
    assert.equal(await nextWorker(site, queue), ['GET /v1/operations'])
    assert.is((await queue.find(operationId))?.progress.is, 'published')
    assert.is(passage.destination.items(marker).length, 1)
  }))

test('a worker killed in the fence before it sent anything: the next one asks, and publishes once', () =>
  withSite({ dieBefore: true }, async ({ site, passage, queue, operationId }) => {
    await killedWhen(site, new Promise(() => {}))
    assert.is((await queue.find(operationId))?.progress.is, 'unknown')
    assert.is(passage.destination.items(marker).length, 0)
    assert.equal(await nextWorker(site, queue), ['GET /v1/operations', 'POST /v1/publishes'])
    assert.is(passage.destination.items(marker).length, 1)
  }))

testWithPostgres('the lock of a killed worker is gone with it, in a database as in a file', async () => {
  const cluster = await sharedCluster()
  const database = await cluster.createDatabase()
  await withSite({ queue: cluster.url(database) }, async ({ site, passage, queue }) => {
    await killedWhen(site, passage.holdNext())
    assert.equal(await nextWorker(site, queue), ['GET /v1/operations'])
    assert.is(passage.destination.items(marker).length, 1)
  })
  await cluster.run('postgres', `DROP DATABASE ${database} WITH (FORCE)`)
})

interface Built {
  readonly site: Site
  readonly passage: Passage
  readonly queue: Queue
  readonly operationId: string
}

/** The reference connector as a process, a destination that makes an item of every write, and one publish in the queue. */
async function withSite(change: Partial<Site>, work: (built: Built) => Promise<void>): Promise<void> {
  await using passage = await openPassage()
  await using folder = await temporaryFolder()
  await using connector = await run(referenceConnectorEntry, [], environment(passage.url, folder.path, 'immediate'))
  const provider = await offeredBy(connector.url)
  await using ledgers = await healthy(provider)
  const site: Site = {
    ledger: ledgers.path,
    queue: ledgers.path,
    connector: connector.url,
    dieBefore: false,
    ...change,
    provider,
  }
  await using queue = await openQueue(site.queue)
  const { readiness, isAdministrator } = await workerOf(site, ledgers.store)
  const rendition = await prepared(site, join(folder.path, 'fence.db'))
  await enqueue(
    queue,
    {
      rendition,
      provider: provider.id,
      operation: 'publish_immediate',
      intent: 'production',
      orderedBy: 'someone',
      notBefore: now,
    },
    { readiness, isAdministrator },
  )
  await work({ site, passage, queue, operationId: rendition.request.operation_id })
}

async function offeredBy(url: string): Promise<ProviderSource> {
  const answer = await fetch(`${url}/v1/manifest`, { headers: { authorization: `Bearer ${connectorToken}` } })
  const manifest = readManifest(await answer.json())
  const profile = manifest?.publishing.output_profiles.find(({ id }) => id === 'note.short')
  if (!manifest || !profile) throw new TypeError('the reference connector offers short notes')
  const capability_digest = capabilityDigest(manifest, profile)
  return {
    ...blog,
    id: manifest.provider.id,
    profiles: [{ id: profile.id, capability_digest, required_scopes: [] }],
    accounts: [{ ...account, id: await accountAt(url) }],
  }
}

async function accountAt(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/connections`, {
    method: 'POST',
    headers: { authorization: `Bearer ${connectorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspace_id: account.workspace_id }),
  })
  const { accounts } = (await answer.json()) as { accounts: readonly { readonly id: string }[] }
  return accounts[0]?.id ?? ''
}

async function prepared({ connector }: Site, fenceFile: string) {
  const wire = openWire({ url: connector, token: connectorToken })
  using fence = openFence(fenceFile)
  const signal = AbortSignal.timeout(20_000)
  const host = await openHost({ wire, fence, required: true, workspaceId: account.workspace_id, signal })
  await host.connect()
  const rendition = await host.prepare({
    renditionId: 'r-1',
    outputProfile: 'note.short',
    content: `hello ${marker}`,
    settings: {},
  })
  await wire.close()
  if (!rendition.ok) throw new Error(rendition.why)
  return rendition.value
}

/** A worker that is killed at this moment, or kills itself before. */
async function killedWhen(site: Site, moment: Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [script, JSON.stringify(site)], { stdio: ['ignore', 'inherit', 'inherit'] })
  const exited = once(child, 'exit')
  try {
    await within(30_000, Promise.race([moment, exited]))
  } finally {
    child.kill('SIGKILL')
  }
  assert.equal(await exited, [null, 'SIGKILL'])
}

/** Works until the publish is done; the calls about the operation that it made, the same one in a row once. */
async function nextWorker(site: Site, queue: Queue): Promise<readonly string[]> {
  await using store = await openStore(site.ledger, { readonly: true })
  const worker = await workerOf(site, store)
  const calls: string[] = []
  let done = false
  while (!done) {
    await workOnce({
      ...worker,
      queue,
      onTrouble: (error) => {
        throw error
      },
      onCarried: (_id, { is }) => (done = is !== 'waiting'),
      connect: async (provider) => {
        const wire = await worker.connect(provider)
        return {
          close: () => wire.close(),
          send(request) {
            const call = `${request.method} ${request.path.replace(/(operations)\/.*/, '$1')}`
            if (/operations|publishes/.test(call) && calls.at(-1) !== call) calls.push(call)
            return wire.send(request)
          },
        }
      },
    })
    worker.signal.throwIfAborted()
  }
  return calls
}

test.run()
