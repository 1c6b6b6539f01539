import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { boundsAt } from '../harness/checks/bounds.ts'
import { driveConnector } from '../harness/checks/connector-driver.ts'
import type { CaseContext, Controls } from '../harness/checks/context.ts'
import { answerOf } from '../harness/checks/exchange.test.support.ts'
import { plainFacts } from '../harness/checks/facts.test.support.ts'
import { createObservations } from '../harness/checks/observations.ts'
import type { Operation } from '../harness/checks/operation.ts'
import { createSecretBook } from '../harness/checks/secret-book.ts'
import { Inconclusive } from '../harness/checks/verdict.ts'
import { createHistory } from '../harness/history/index.ts'
import type { OutputProfile } from '../harness/protocol/index.ts'
import type { WireRequest } from '../harness/wire/request.ts'
import type { Wire } from '../harness/wire/wire.ts'
import { redaction } from './redaction.ts'

const rule = { required: true, max_length: 300 }
const profile: OutputProfile = {
  id: 'article',
  display_name: 'Article',
  profile: 'short_text',
  intents: ['post'],
  content: rule,
  title: rule,
  description: { required: false, max_length: 300 },
  media: { min_items: 0, max_items: 0 },
  settings: [],
}

interface Seen {
  /** It was seen to refuse something. */
  readonly refuses?: boolean
  /** Bytes of its log. */
  readonly logged?: number
}

/** What the case sends to a connector that publishes whatever it is given, and the operations it made. */
async function sentBy(
  id: string,
  { refuses = true, logged = 1 }: Seen = {},
): Promise<{ bodies: readonly string[]; operations: readonly Operation[] }> {
  const bodies: string[] = []
  const operations: Operation[] = []
  const secrets = createSecretBook()
  secrets.add('connector token', 'configured', 'token-of-the-connector')
  const observations = createObservations()
  observations.record(refuses ? answerOf(422, { title: 'no' }) : answerOf(200, {}))
  const { signal } = new AbortController()
  const published = answerOf(200, { status: 'published', external_id: 'item-1', idempotency_ttl_seconds: 60 })
  const wire = {
    async send({ json, path }: WireRequest) {
      if (path === '/v1/publishes' && json !== undefined) bodies.push(JSON.stringify(json))
      return published
    },
  } as unknown as Wire
  const connector = driveConnector({
    wire,
    token: 'token-of-the-connector',
    facts: () => plainFacts,
    history: createHistory(),
    secrets,
    signal,
    registered: (operation) => operations.push(operation),
  })
  const input = { profile, settings: {}, content: undefined }
  const context = {
    connector,
    profile: input,
    profiles: [input],
    signal,
    bounds: boundsAt(1),
    observations,
    secrets,
    available: {},
    logs: { kind: 'process', bytes: () => logged },
    searchLogs: async () => [],
  }
  const subject = redaction.cases.find((each) => each.id === id)
  // Safe: the case uses no more of it.
  await subject?.run(context as unknown as CaseContext & Controls)
  return { bodies, operations }
}

const thrownBy = (running: Promise<unknown>): Promise<unknown> => running.catch((thrown: unknown) => thrown)

test('logs prove nothing when nothing was logged', async () => {
  assert.instance(await thrownBy(sentBy('redaction/logs-token', { logged: 0 })), Inconclusive)
  assert.not.instance(await thrownBy(sentBy('redaction/logs-token')), Error)
})

test('neither logs nor answers prove anything when nothing was ever refused', async () => {
  for (const id of ['redaction/logs-token', 'redaction/answers-secrets', 'redaction/answers-post-text']) {
    assert.instance(await thrownBy(sentBy(id, { refuses: false })), Inconclusive, id)
    assert.not.instance(await thrownBy(sentBy(id)), Error, id)
  }
})

test('what the secrets are provoked with carries the marker of no other operation', async () => {
  const { bodies, operations } = await sentBy('redaction/problems-secrets')
  assert.ok(bodies.length > 5)
  for (const body of bodies) {
    const marked = operations.filter(({ marker }) => body.includes(marker))
    assert.is(marked.length, 1, 'one marker')
    assert.ok(body.includes(`"operation_id":"${marked[0]?.id}"`), 'its own')
  }
})

test.run()
