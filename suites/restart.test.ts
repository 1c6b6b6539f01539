import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { Inconclusive, Violation } from '../harness/checks/verdict.ts'
import type { Exchange } from '../harness/wire/exchange.ts'
import { restart } from './restart.ts'

const published = answerOf(
  200,
  { status: 'published', external_id: 'a1', idempotency_ttl_seconds: 60 },
  '/v1/publishes',
)
const problem = (status: number, outcome: string): Exchange =>
  answerOf(status, { title: 'It is so.', status, kind: 'x', outcome }, '/v1/publishes')

/** A connector that answers lookups of an operation, and otherwise says that it is published. */
function context(answers: { readonly publish?: Exchange; readonly lookupOfFirst?: Exchange }): CaseContext & Controls {
  let made = 0
  const connector = {
    operation: () => ({ id: `pub_${made++}`, request: {} }),
    publishAccepted: async () => ({ status: 'published' }),
    publish: async () => answers.publish ?? published,
    lookup: async ({ id }: { id: string }) => (id === 'pub_0' ? answers.lookupOfFirst : undefined) ?? published,
  }
  const nothing = async (): Promise<void> => undefined
  const process = { restart: (arrange = nothing) => arrange(), kill: nothing, start: nothing, killNow: nothing }
  const destination = {
    arm: () => ({ hits: [], [Symbol.dispose]: () => undefined }),
    struck: nothing,
    drained: nothing,
    expectHeldAtKill: nothing,
    expectItems: nothing,
    expectSound: () => undefined,
  }
  return { connector, process, destination, watch: () => undefined } as unknown as CaseContext & Controls
}

async function thrownBy(id: string, answers: Parameters<typeof context>[0]): Promise<unknown> {
  const subject = restart.cases.find((each) => each.id === `restart/${id}`)
  assert.ok(subject, id)
  try {
    await subject.run(context(answers))
    return undefined
  } catch (thrown) {
    return thrown
  }
}

test('a crash after an answer needs an answer that took the publish on', async () => {
  const id = 'crash-connector-answered-lookup-first'
  for (const taken of [published, problem(502, 'unknown')]) assert.is(await thrownBy(id, { publish: taken }), undefined)
  for (const refused of [problem(503, 'rejected'), problem(429, 'rejected')]) {
    assert.instance(await thrownBy(id, { publish: refused }), Inconclusive)
  }
})

test('every crash is survived by what had been accepted before it', async () => {
  const crashes = restart.cases.map(({ id }) => id.slice('restart/'.length)).filter((id) => id.startsWith('crash-'))
  assert.is(crashes.length, 15)
  for (const id of crashes) {
    assert.is(await thrownBy(id, {}), undefined, id)
    assert.instance(await thrownBy(id, { lookupOfFirst: problem(404, 'rejected') }), Violation, id)
  }
})

test.run()
