import { Agent, get, request } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Pool } from 'undici'
import { article, firstWrite, openGated, soon } from './destination.test.support.ts'
import type { Act } from './gate.ts'

type Post = (marker: string) => Promise<number | 'lost'>

interface KeepAliveClient extends Disposable {
  readonly post: Post
  /** An answered request, so that there is a connection to be reused. */
  warmUp(): Promise<void>
}

const clients: Record<string, (url: string) => KeepAliveClient> = {
  'the http module': (url) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return {
      post: (marker) =>
        new Promise((resolve) => {
          const { body, headers } = article(marker)
          const outgoing = request(`${url}/articles`, { agent, method: 'POST', headers }, (answer) => {
            answer.once('error', () => resolve('lost'))
            answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
          })
          outgoing.once('error', () => resolve('lost')).end(body)
        }),
      warmUp: () =>
        new Promise((resolve) => get(`${url}/healthz`, { agent }, (answer) => answer.resume().once('end', resolve))),
      [Symbol.dispose]: () => agent.destroy(),
    }
  },
  undici: (url) => {
    const pool = new Pool(url, { connections: 1, pipelining: 1 })
    return {
      async post(marker) {
        try {
          const { statusCode, body } = await pool.request({ path: '/articles', method: 'POST', ...article(marker) })
          await body.text()
          return statusCode
        } catch {
          return 'lost'
        }
      },
      async warmUp() {
        const { body } = await pool.request({ path: '/healthz', method: 'GET' })
        await body.text()
      },
      [Symbol.dispose]: () => void pool.destroy(),
    }
  },
}

const faults: [Act, number | 'lost'][] = [
  [{ do: 'reset' }, 'lost'],
  [{ do: 'end' }, 'lost'],
  [{ do: 'truncate' }, 'lost'],
  [{ do: 'status', status: 504, body: 'x' }, 504],
]

for (const [name, open] of Object.entries(clients)) {
  for (const [act, seen] of faults) {
    test(`${name}: ${act.do} strikes on the fresh and on the reused connection that it was meant for`, async () => {
      await using gated = await openGated()
      const { gate } = gated
      gate.watch('op-a', 'marker-a')
      gate.watch('op-b', 'marker-b')
      const first = (operation: string, connection: 'fresh' | 'reused') =>
        gate.arm({ ...firstWrite(operation, 'applied', act), connection })
      // The wrong ones come first: only their connection keeps them from striking.
      using notOnReused = first('op-a', 'reused')
      using onFresh = first('op-a', 'fresh')
      using notOnFresh = first('op-b', 'fresh')
      using onReused = first('op-b', 'reused')
      {
        using client = open(gate.url)
        assert.is(await client.post('marker-a'), seen)
      }
      using client = open(gate.url)
      await client.warmUp()
      assert.is(await client.post('marker-b'), seen)
      await gate.drained('op-b', soon())
      assert.equal([onFresh.fired, notOnReused.fired, onReused.fired, notOnFresh.fired], [true, false, true, false])
      assert.equal(
        [onFresh, onReused].map(({ hits }) => hits[0]?.connection),
        ['fresh', 'reused'],
      )
      assert.ok(gate.learned.reusesConnections)
    })
  }
}

test.run()
