import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { McpOptions } from './mcp-server.ts'
import { mcpOverStdio } from './mcp-over-stdio.ts'

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_provider_readiness', arguments: { workspace_id: 'w-1' } },
}

interface Stage {
  readonly input: PassThrough
  readonly output: PassThrough
  readonly stop: AbortController
  /** Lets the decision that is under way be made. */
  decide(): void
  readonly isOver: () => boolean
  readonly over: Promise<void>
}

function stage(): Stage {
  let decide = (): void => {}
  const decided = new Promise<void>((resolve) => (decide = resolve))
  const readiness: McpOptions['readiness'] = {
    project: async () => {
      await decided
      return { providers: [] }
    },
  }
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()]
  let isOver = false
  const over = mcpOverStdio({ readiness, version: '1' }, { input, output, signal: stop.signal }).finally(
    () => (isOver = true),
  )
  return { input, output, stop, decide, isOver: () => isOver, over }
}

async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
}

test('a client that asks and ends its side waits no shorter for a decision that takes long', async () => {
  const { input, output, decide, isOver, over } = stage()
  input.end(`${JSON.stringify(call)}\n`)
  await manyTurns()
  assert.is(isOver(), false)
  decide()
  await over
  const { id, result } = JSON.parse(String(output.read())) as { id: number; result: { structuredContent: unknown } }
  assert.is(id, 1)
  assert.equal(result.structuredContent, { providers: [] })
})

test('the signal ends it while a decision is under way', async () => {
  const { input, stop, over } = stage()
  input.write(`${JSON.stringify(call)}\n`)
  await manyTurns()
  stop.abort()
  await over
})

test('a client that stopped reading, or sends without an end, ends it', async () => {
  const gone = stage()
  gone.output.destroy(new Error('EPIPE'))
  await gone.over
  const flood = stage()
  const chunk = 'x'.repeat(1 << 20)
  for (let sent = 0; sent <= 11; sent += 1) flood.input.write(chunk)
  await flood.over
})

test.run()
