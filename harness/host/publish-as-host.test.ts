import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blindRepeat } from './calls.ts'
import { openFence } from './fence.ts'
import { publishAsHost, type PublishedAsHost } from './publish-as-host.ts'
import {
  blindlyPublished,
  draft,
  folder,
  type LookupDeed,
  type PublishDeed,
  scriptedConnector,
  type ScriptedConnector,
  wireTo,
} from './scripted-connector.test.support.ts'

const patience = { firstPauseMs: 0, longestPauseMs: 0, totalMs: 10_000, exchangeMs: 5000, publishes: 4 }

async function run(connector: ScriptedConnector, renditionId = draft.renditionId): Promise<PublishedAsHost> {
  await using wire = wireTo(connector.url)
  return await publishAsHost({
    wire,
    required: false,
    workspaceId: 'w-1',
    patience,
    signal: AbortSignal.timeout(20_000),
    draft: { ...draft, renditionId },
  })
}

test('what a host sent is told, with what it observed for the record', async () => {
  await using connector = await scriptedConnector()
  connector.publishes.push('lost after the write')
  const { calls, reached, observed } = await run(connector)
  assert.equal(
    calls.map(({ kind }) => kind),
    ['publish', 'lookup'],
  )
  assert.is(blindRepeat(calls), undefined)
  assert.is(reached.step === 'publish' && reached.ending.operation.is, 'published')
  assert.equal(observed, {
    subject: 'immediate',
    connected: true,
    operation: 'published',
    authorization: { tokenAccepted: true, accountOffered: true },
  })
})

test('a flow that ends early says where', async () => {
  await using connector = await scriptedConnector()
  connector.healthy = false
  const { reached, observed, calls } = await run(connector)
  assert.equal([reached.step, observed.connected, calls.length], ['start', undefined, 0])
  connector.healthy = true
  connector.accounts = []
  const refused = await run(connector)
  assert.equal([refused.reached.step, refused.observed.connected], ['connect', false])
})

test('a repeat without a reason is found in the calls, whatever other operations do', async () => {
  await using connector = await scriptedConnector()
  const [publish] = (await run(connector)).calls
  assert.ok(publish)
  const other = { ...publish, operationId: 'another-operation' }
  assert.is(blindRepeat([publish, other]), undefined)
  assert.is(blindRepeat([publish, other, publish]), publish)
  const absent = {
    kind: 'lookup',
    operationId: publish.operationId,
    exchange: publish.exchange,
    word: { is: 'absent' },
  } as const
  assert.is(blindRepeat([publish, absent, publish]), undefined)
  assert.is(blindRepeat([publish, { ...absent, word: { is: 'unknown' } }, publish]), publish)
  assert.is(blindRepeat([publish, absent, publish, publish]), publish)
})

const publishDeeds: readonly PublishDeed[] = [
  'published',
  'pending',
  'unknown',
  'rejected',
  'busy',
  'overloaded',
  'lost before the request',
  'lost after the write',
  'half an answer after the write',
  'nonsense after the write',
]
const lookupDeeds: readonly LookupDeed[] = [
  'honest',
  'pending',
  'unknown',
  'lost',
  'half an answer',
  'busy',
  'plain 404',
]

test('no schedule of losses makes a host publish twice what may have been written', async () => {
  await using connector = await scriptedConnector()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...publishDeeds), { maxLength: 5 }),
      fc.array(fc.constantFrom(...lookupDeeds), { maxLength: 6 }),
      async (publishes, lookups) => {
        connector.publishes.splice(0, Infinity, ...publishes)
        connector.lookups.splice(0, Infinity, ...lookups)
        const from = connector.seen.length
        const { calls, reached } = await run(connector, `rendition-${(runs += 1)}`)
        assert.is(blindRepeat(calls), undefined)
        // By what the connector saw, which is not what the host believes.
        const seen = connector.seen.slice(from)
        assert.not(blindlyPublished(seen))
        assert.ok(reached.step === 'publish' && reached.ending.why !== 'out of time')
        // It has no idempotency of its own: one item is what the host's care has made of it.
        assert.ok((connector.items.get(reached.rendition.request.operation_id) ?? 0) <= 1)
      },
    ),
    { numRuns: 60 },
  )
})

test('a fence of the caller is used and left open', async () => {
  await using connector = await scriptedConnector()
  await using place = await folder()
  await using wire = wireTo(connector.url)
  using fence = openFence(place.file)
  const options = {
    wire,
    fence,
    required: true,
    workspaceId: 'w-1',
    patience,
    signal: AbortSignal.timeout(20_000),
    draft,
  }
  await publishAsHost(options)
  const again = await publishAsHost(options)
  assert.equal(again.calls, [])
  assert.is(connector.seen.length, 1)
})

test.run()
