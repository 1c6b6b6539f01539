import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FenceError, openFence } from './fence.ts'
import { openHost } from './open-host.ts'
import { operationIdOf } from './operation-id.ts'
import { draft, folder, scriptedConnector, type ScriptedConnector, wireTo } from './scripted-connector.test.support.ts'

const id = operationIdOf('w-1', draft.renditionId)

const module = (name: string): string => JSON.stringify(new URL(`./${name}`, import.meta.url).href)

/** A host in a process of its own that connects, prepares and publishes; `before` runs right before the publish. */
const source = (url: string, file: string, before: string): string => `
const { openFence } = await import(${module('fence.js')})
const { openHost } = await import(${module('open-host.js')})
const { openWire } = await import(${module('../wire/open-wire.js')})
const fence = openFence(${JSON.stringify(file)})
const host = await openHost({
  wire: openWire({ url: ${JSON.stringify(url)}, token: 'scripted-token-0123456789' }),
  fence, required: true, workspaceId: 'w-1', signal: new AbortController().signal,
})
await host.connect()
await host.prepare(${JSON.stringify(draft)})
${before}
await host.publish(${JSON.stringify(id)})
`

async function nextHost(
  connector: ScriptedConnector,
  file: string,
): Promise<{ readonly is: string; readonly sent: string }> {
  await using wire = wireTo(connector.url)
  using fence = openFence(file)
  assert.equal(fence.unsettled(), [id])
  const host = await openHost({
    wire,
    fence,
    required: true,
    workspaceId: 'w-1',
    patience: { firstPauseMs: 1, longestPauseMs: 2 },
    signal: AbortSignal.timeout(20_000),
  })
  const { operation } = await host.publish(id)
  return { is: operation.is, sent: host.calls.map(({ kind, word }) => `${kind} ${word.is}`).join(', ') }
}

test('the host after one that was killed while its publish was under way only looks up', async () => {
  await using connector = await scriptedConnector()
  await using place = await folder()
  connector.publishes.push('held after the write')
  connector.lookups.push('lost', 'unknown', 'pending')
  const child = spawn(process.execPath, ['--input-type=module', '-e', source(connector.url, place.file, '')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    await Promise.race([connector.held, exited])
    assert.throws(
      () => openFence(place.file),
      (error: unknown) => error instanceof FenceError,
      'the fence is held',
    )
  } finally {
    child.kill('SIGKILL')
  }
  assert.equal(await exited, [null, 'SIGKILL'])
  const { is, sent } = await nextHost(connector, place.file)
  assert.is(is, 'published')
  assert.is(sent, 'lookup unusable, lookup unknown, lookup pending, lookup published')
  assert.is(connector.items.get(id), 1)
})

test('the host after one that was killed between the fence and the request asks before it publishes', async () => {
  await using connector = await scriptedConnector()
  await using place = await folder()
  const killed = `
const { record } = fence
fence.record = (...note) => { record(...note); process.kill(process.pid, 'SIGKILL') }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source(connector.url, place.file, killed)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  assert.equal(await once(child, 'exit'), [null, 'SIGKILL'])
  assert.is(connector.seen.length, 0)
  // A lookup needs no binding; without one the second publish is held back.
  const { is, sent } = await nextHost(connector, place.file)
  assert.equal([is, sent], ['prepared', 'lookup absent'])
})

test.run()
