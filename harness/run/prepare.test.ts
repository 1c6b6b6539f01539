import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ConnectorDriver } from '../checks/connector-driver.ts'
import type { DestinationControl } from '../checks/destination-control.ts'
import type { ProfileInput } from '../checks/profile-input.ts'
import type { GateOptions } from '../faults/index.ts'
import { article, openGated } from '../faults/destination.test.support.ts'
import { openRaw, type RawConnection } from '../faults/raw-connection.test.support.ts'
import type { Exchange, Silence } from '../wire/exchange.ts'
import type { OpenTarget } from './open-target.ts'
import { calibrate, readFirstManifest, Unreachable } from './prepare.ts'

type Fact = Awaited<ReturnType<typeof calibrate>>

/** The baseline of a connector that publishes so. */
async function baselineOf(write: GateOptions['write'], publish: (raw: RawConnection) => Promise<void>): Promise<Fact> {
  await using gated = await openGated(write ? { write } : {})
  const { gate, destination } = gated
  gate.watch('op-a', 'marker-a')
  using raw = await openRaw(gate.url)
  const driver = { operation: () => ({ id: 'op-a', marker: 'marker-a' }), publishToEnd: () => publish(raw) }
  const control = { gate, witness: { exact: true }, count: async () => destination.items.length }
  return await calibrate(
    driver as unknown as ConnectorDriver,
    control as unknown as DestinationControl,
    {} as ProfileInput,
    new AbortController().signal,
  )
}

const twoSteps = async (raw: RawConnection): Promise<void> => {
  await raw.ask('GET', '/articles?q=marker-a')
  await raw.ask('POST', '/drafts', article('marker-a'))
  await raw.ask('POST', '/release', { body: '{"draft":"d1"}' })
}

test('an item made by a request that shows no operation is said, with the key to mend', async () => {
  const baseline = await baselineOf(undefined, twoSteps)
  assert.not(baseline.known)
  assert.match(baseline.known ? '' : baseline.reason, 'POST /release')
  assert.match(baseline.known ? '' : (baseline.enable ?? ''), 'destination.write')
})

test('a pinned write that no request of the publish is ends the baseline, and says what came instead', async () => {
  const baseline = await baselineOf({ method: 'POST', path: '/release' }, twoSteps)
  assert.is(
    baseline.known || baseline.reason,
    'no request of the baseline publish is the POST /release of destination.write; of the publish there came GET /articles, POST /drafts, of no publish POST /release',
  )
  assert.match(baseline.known ? '' : (baseline.enable ?? ''), 'destination.write')
})

test('a pinned write that the publish sent is a baseline', async () => {
  const baseline = await baselineOf({ method: 'POST', path: '/articles' }, async (raw) => {
    await raw.ask('POST', '/articles', article('marker-a'))
  })
  assert.ok(baseline.known)
})

const asManifest = (why: Silence['why']): ReturnType<typeof readFirstManifest> => {
  const exchange = { kind: 'silence', why, detail: 'in our words' } as Exchange
  const target = { configuration: { connector: { url: 'http://127.0.0.1:1' } } } as unknown as OpenTarget
  return readFirstManifest(target, { get: async () => exchange } as unknown as ConnectorDriver)
}

test('a first manifest that is too large or no HTTP is for the cases to judge', async () => {
  for (const why of ['too large', 'malformed'] as const) {
    const manifest = await asManifest(why)
    assert.is(
      manifest.known || manifest.reason,
      `the manifest cannot be used; the manifest cases say why (${why}: in our words)`,
    )
  }
})

test('a first manifest that never came leaves the connector unreachable', async () => {
  for (const why of ['refused', 'reset', 'timed out'] as const) {
    const thrown: unknown = await asManifest(why).catch((error: unknown) => error)
    assert.instance(thrown, Unreachable)
  }
})

test.run()
