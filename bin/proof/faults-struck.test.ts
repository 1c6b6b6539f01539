import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceConnectorEntry } from '../../fixtures/index.ts'
import type { HistoryEvent } from '../../harness/history/index.ts'
import { runFixture } from './run-fixture.ts'

type Fault = Extract<HistoryEvent, { readonly type: 'fault' }>

/** Which fault a case must have dealt, by its id: the point and the act. Nothing for cases that disturb no write. */
function expected(id: string): readonly [at: string, act: string] | undefined {
  const loss =
    /^(?:lost-answer\/(?:destination|reused)|unknown-outcome\/after)-(hang|reset|truncate|garbage|5\d\d)/.exec(id)
  if (loss?.[1]) return ['applied', /\d/.test(loss[1]) ? 'status' : loss[1]]
  const crash = /^restart\/crash-(received|applied|partial|answered)-/.exec(id)
  if (crash?.[1]) return [crash[1], crash[1] === 'answered' ? 'nothing' : 'hang']
  const givesUp = /^lost-answer\/client-gives-up-\w+-(received|applied)$/.exec(id)
  if (givesUp?.[1]) return [givesUp[1], 'hold']
  return undefined
}

for (const shape of ['immediate', 'asynchronous'] as const) {
  test(`every passed fault case of the ${shape} shape struck the first write of its own operation`, async () => {
    const faults = new Map<string, Fault[]>()
    const results = await runFixture({
      entry: [referenceConnectorEntry],
      shape,
      only: ['lost-answer', 'unknown-outcome', 'restart'],
      recorded: (event, during = '') => {
        if (event.type === 'fault') faults.set(during, [...(faults.get(during) ?? []), event])
      },
    })
    const disturbing = results.filter(({ id, outcome }) => expected(id) && outcome.verdict === 'pass')
    assert.ok(disturbing.length > 30, `only ${disturbing.length} cases disturbed a write`)
    const missed = disturbing.filter(({ id }) => {
      const [at, act] = expected(id) ?? []
      return !faults.get(id)?.some((fault) => fault.at === at && fault.act === act && fault.nth === 1)
    })
    assert.equal(
      missed.map(({ id }) => id),
      [],
    )
  })
}

test.run()
