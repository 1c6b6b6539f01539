import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answerOf, silenceOf } from '../checks/exchange.test.support.ts'
import { StartError } from '../target/index.ts'
import type { Exchange } from '../wire/exchange.ts'
import { readyAgain } from './ready-again.ts'

const ready = answerOf(200, { status: 'ready' }, '/v1/health')
const unready = answerOf(503, {}, '/v1/health')

/** Asks a number of times for a connector whose health is `before`, and `after` once it was started anew. */
async function asked(options: {
  readonly before: Exchange
  readonly after?: Exchange
  readonly times?: number
  readonly owned?: boolean
  readonly running?: boolean
  readonly starts?: () => void
}): Promise<{ readonly restarts: number; readonly calls: number; readonly told: readonly string[] }> {
  const { before, after = ready, times = 1, owned = true, running = true, starts = () => undefined } = options
  let restarts = 0
  let calls = 0
  const told: string[] = []
  const process = {
    running,
    async restart() {
      restarts += 1
      starts()
    },
  }
  const again = readyAgain({
    process: owned ? process : undefined,
    async health() {
      calls += 1
      return restarts > 0 ? after : before
    },
    withinMs: 20,
    signal: new AbortController().signal,
    toldOf: (text) => told.push(text),
  })
  for (let time = 0; time < times; time += 1) await again()
  return { restarts, calls, told }
}

test('a connector that is ready is left alone', async () => {
  assert.equal(await asked({ before: ready }), { restarts: 0, calls: 1, told: [] })
})

for (const [words, before] of [
  ['is unready', unready],
  ['does not answer', silenceOf('timed out', '/v1/health')],
] as const) {
  test(`one that ${words} is started anew, once, and that is told`, async () => {
    const { restarts, told } = await asked({ before, times: 2 })
    assert.is(restarts, 1)
    assert.match(told.join(), 'started anew')
  })
}

test('one that a new start does not make ready is not started again', async () => {
  const { restarts } = await asked({ before: unready, after: unready, times: 3 })
  assert.is(restarts, 1)
})

test('one that does not come up is told of, and not tried again', async () => {
  const starts = (): void => {
    throw new StartError('it did not answer')
  }
  const { restarts, told } = await asked({ before: unready, after: unready, times: 2, starts })
  assert.is(restarts, 1)
  assert.equal(told, ['the connector could not be started anew: it did not answer'])
})

test('one that is not ours to start, or does not run, is not even asked', async () => {
  assert.is((await asked({ before: unready, owned: false })).calls, 0)
  assert.is((await asked({ before: unready, running: false })).calls, 0)
})

test.run()
