import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Controls } from '../harness/checks/context.ts'
import type { ConnectorDriver } from '../harness/checks/connector-driver.ts'
import { Inapplicable, Inconclusive } from '../harness/checks/verdict.ts'
import { pendingOperation } from './pending-operation.ts'

interface Seen {
  readonly status: 'pending' | 'published'
  readonly connectorGone?: number
}

/** A connector that answers the publishes one after the other like this, each with one write. */
function context(...seen: readonly Seen[]): Parameters<typeof pendingOperation>[0] {
  let published = 0
  const connector = {
    operation: () => ({ id: `pub_${published}` }),
    publishAccepted: async () => ({ status: seen[published++]?.status }),
  } as unknown as ConnectorDriver
  const attempts = (id: string): unknown => [{ write: true, connectorGone: seen[Number(id.slice(4))]?.connectorGone }]
  const destination = { gate: { attempts } } as unknown as Controls['destination']
  return { connector, profile: {} as never, available: { destination } }
}

const thrownBy = async (...seen: readonly Seen[]): Promise<unknown> => {
  try {
    return await pendingOperation(context(...seen))
  } catch (thrown) {
    return thrown
  }
}

test('an operation is pending because the connector works like that', async () => {
  assert.is((await pendingOperation(context({ status: 'pending' }))).id, 'pub_0')
})

test('a write that the connector gave up by itself shows nothing, and the next operation decides', async () => {
  const gaveUp = { status: 'pending', connectorGone: 7 } as const
  assert.instance(await thrownBy(gaveUp, { status: 'published' }), Inapplicable)
  assert.is((await pendingOperation(context(gaveUp, { status: 'pending' }))).id, 'pub_1')
  assert.instance(await thrownBy(gaveUp, gaveUp, gaveUp), Inconclusive)
})

test.run()
