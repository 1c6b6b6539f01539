import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isInRealTime } from '../checks/bounds.ts'
import { type Case, caseDefiner, defineCheck } from '../checks/define.ts'
import { Inconclusive, Violation } from '../checks/verdict.ts'
import type { Gate } from '../faults/gate.ts'
import { type Configuration, type ProcessControl, type Witness, WitnessError } from '../target/index.ts'
import { openTarget, type OpenTarget } from './open-target.ts'
import { makePlan } from './plan.ts'
import type { CaseResult } from './result.ts'
import { run } from './run.ts'

const defineCase = caseDefiner<string>()
type Run = Case['run']

const fake = (id: string, body: Run, more: Partial<Parameters<typeof defineCase>[0]> = {}): Case =>
  defineCase({ title: 'is fake', requirements: ['1.1'], ...more, id: `health/${id}`, run: body })

const manifest = (capability_revision: string): unknown => ({
  protocol_version: '1.0',
  implementation_version: '1',
  provider: { id: 'tiny', display_name: 'Tiny', description: 'Answers two routes.' },
  capability_revision,
  connection: { modes: ['preconfigured'] },
  publishing: {
    output_profiles: ['one', 'two'].map((id) => ({
      id,
      display_name: id,
      profile: 'short_text',
      intents: ['post'],
      content: { required: true, max_length: 100 },
      media: { min_items: 0, max_items: 0 },
    })),
  },
  operations: { polling: false },
})

const connection = {
  state: 'complete',
  connection_ref: 'conn_1',
  accounts: [{ id: 'a', username: 'a', display_name: 'A' }],
}

/** Answers the manifest and every connect, and 404 to anything else. */
async function tinyConnector(): Promise<{ readonly url: string; revision: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    request.resume()
    const known = { '/v1/manifest': manifest(tiny.revision), '/v1/connections': connection }[request.url ?? '']
    const problem = { title: 'No', status: 404, kind: 'unknown' }
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(known ?? problem))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tiny = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    revision: 'r-1',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return tiny
}

const targetAt = (url: string, more: Partial<Configuration> = {}, timeScale = 1): Promise<OpenTarget> =>
  openTarget(
    {
      folder: process.cwd(),
      connector: { url, token: 'token-of-thirty-two-characters-x' },
      profiles: 'all',
      builtinProviders: [],
      connection: {},
      deadlineMs: 10_000,
      secretVariables: [],
      ...more,
    },
    {
      environment: {},
      simulators: { generic: () => Promise.reject(new Error('none')) },
      recorded: () => undefined,
      timeScale,
    },
  )

async function runCases(
  target: OpenTarget,
  cases: readonly Case[],
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly CaseResult[]> {
  const check = defineCheck({ id: 'health', title: 'is fake', cases })
  return await run({ target, plan: makePlan([check]), seed: 1, levelOf: () => 'must', signal, emit: () => undefined })
}

const verdicts = (results: readonly CaseResult[]): readonly string[] =>
  results.map(({ id, profile, outcome }) => [id.split('/')[1], profile, outcome.verdict].filter(Boolean).join(' '))

const pass: Run = async () => undefined

test('every case runs in order, and those for each profile once for each of them', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const seen: string[] = []
  const results = await runCases(target, [
    fake('end', pass, { phase: 'closing' }),
    fake('one', async ({ connector }) => void seen.push(connector.connectionRef)),
    fake('each', async ({ profile }) => void seen.push(profile.profile.id), { each: 'profile' }),
  ])
  assert.equal(verdicts(results), ['one pass', 'each one pass', 'each two pass', 'end pass'])
  assert.equal(seen, ['conn_1', 'one', 'two'])
})

test('what a case watches is looked at again once the cases beside it have run, and turns its verdict', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const seen: string[] = []
  const results = await runCases(target, [
    fake('watched', async ({ watch }) => {
      watch(async () => {
        seen.push('looked')
        throw new Violation('a result', 'another')
      })
    }),
    fake('beside', async () => void seen.push('beside')),
    fake('last', async () => void seen.push('last'), { phase: 'last' }),
  ])
  assert.equal(seen, ['beside', 'looked', 'last'])
  assert.equal(verdicts(results), ['watched fail', 'beside pass', 'last pass'])
})

test('what is settled already is looked at once, and what failed is not looked at again', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  let looks = 0
  const look = async (): Promise<true> => {
    looks += 1
    return true
  }
  await runCases(target, [
    fake('settled', async ({ watch }) => watch(look)),
    fake('failed', async ({ watch }) => {
      watch(look)
      throw new Violation('one item', 'two')
    }),
  ])
  assert.is(looks, 1)
})

test('a run whose waits are shortened says so, and its bounds are shorter', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url, {}, 0.1)
  const bounds: number[] = []
  await runCases(target, [fake('one', async (context) => void bounds.push(context.bounds.healthDownWithinMs))])
  assert.equal(bounds, [2_000])
  assert.not(isInRealTime(target))
  assert.match(target.notes.join(), 'cannot certify')
})

test('a connector that cannot be reached leaves every case undecided without running one', async () => {
  const tiny = await tinyConnector()
  await tiny[Symbol.asyncDispose]()
  await using target = await targetAt(tiny.url)
  let ran = 0
  const count: Run = async () => void (ran += 1)
  const results = await runCases(target, [fake('one', count), fake('each', count, { each: 'profile' })])
  assert.equal(verdicts(results), ['one inconclusive', 'each inconclusive'])
  for (const { outcome } of results) {
    assert.match(outcome.verdict === 'inconclusive' ? outcome.reason : '', 'nobody listens')
  }
  assert.is(ran, 0)
})

test('an interrupted run decides nothing any more, and says why', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const stopping = new AbortController()
  const results = await runCases(
    target,
    [
      fake('before', pass),
      fake('during', async () => {
        stopping.abort(new Inconclusive('the run took longer than 10 s'))
        // What goes wrong because the run was stopped is not the fault of the connector.
        throw new Violation('an answer', 'none')
      }),
      fake('after', pass),
    ],
    stopping.signal,
  )
  assert.equal(verdicts(results), ['before pass', 'during inconclusive', 'after inconclusive'])
  assert.equal(results[2]?.outcome, { verdict: 'inconclusive', reason: 'the run took longer than 10 s' })
})

test('a case that never ends is left behind at the end of the run, and its late failure is heard by nobody', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const unheard: unknown[] = []
  const listen = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', listen)
  const stopping = new AbortController()
  let fail: (reason: Error) => void = () => undefined
  const endless = new Promise<void>((_, reject) => (fail = reject))
  const results = await runCases(
    target,
    [
      fake('endless', () => {
        setImmediate(() => stopping.abort())
        return endless
      }),
    ],
    stopping.signal,
  )
  fail(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', listen)
  assert.equal(verdicts(results), ['endless inconclusive'])
  assert.equal(unheard, [])
})

/** A process control that runs nothing; `state` says what it claims. */
function fakeProcess(state: {
  running: boolean
  exit?: { code: number | null; signal: string | null }
  started: number
}): ProcessControl {
  const start = async (): Promise<void> => {
    state.running = true
    state.started += 1
    delete state.exit
  }
  return {
    start,
    restart: start,
    get running() {
      return state.running
    },
    unexpectedExit: () => state.exit,
  } as unknown as ProcessControl
}

for (const [how, exit, verdict] of [
  ['by itself', { code: 1, signal: null }, 'fail'],
  ['by a crash', { code: null, signal: 'SIGSEGV' }, 'fail'],
  ['by somebody else', { code: null, signal: 'SIGKILL' }, 'inconclusive'],
] as const) {
  test(`a connector that was ended ${how} makes the case ${verdict}, and is started again for the next one`, async () => {
    await using tiny = await tinyConnector()
    await using target = await targetAt(tiny.url)
    const state: Parameters<typeof fakeProcess>[0] = { running: false, started: 0 }
    const die: Run = async () => void Object.assign(state, { running: false, exit })
    const results = await runCases({ ...target, process: fakeProcess(state) }, [fake('dies', die), fake('next', pass)])
    assert.equal(verdicts(results), [`dies ${verdict}`, 'next pass'])
    assert.is(state.started, 2)
  })
}

test('a revision that a restart changed is the one used afterwards', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const seen: string[] = []
  const note: Run = async ({ connector }) => void seen.push(connector.manifest.capability_revision)
  const restarting: Run = async (context) => {
    tiny.revision = 'r-2'
    await context.process.restart()
    await note(context)
  }
  const control = fakeProcess({ running: false, started: 0 })
  const results = await runCases({ ...target, process: control }, [
    fake('before', note),
    fake('restarts', restarting, { needs: ['process'] }),
    fake('after', note, { phase: 'last' }),
  ])
  assert.equal(verdicts(results), ['before pass', 'restarts pass', 'after pass'])
  assert.equal(seen, ['r-1', 'r-2', 'r-2'])
})

/** A gate at which nothing happens, and a witness that counts as it is told. */
function fakeDestination(count: () => number): NonNullable<OpenTarget['destination']> {
  const gate = {
    learned: {
      write: { method: 'POST', path: '/items' },
      writeIsPinned: false,
      secrets: new Set(),
      reusesConnections: false,
    },
    watch: () => undefined,
    attempts: () => [],
    calibrate: async () => undefined,
    arm() {
      throw new Inconclusive('nothing is written here')
    },
  } as unknown as Gate
  const witness: Witness = {
    name: 'simulated',
    exact: true,
    count: async () => ({ count: count(), ids: undefined }),
  }
  return { gate, witness, tokenArrived: () => false, token: 'destination-token-0123456789' }
}

/** Makes as many operations and counts each once. */
const counting =
  (operations = 1): Run =>
  async ({ connector, destination, profile }) => {
    for (let made = 0; made < operations; made += 1) await destination.count(connector.operation(profile))
  }

test('a pass with a post in it is undecided where the first post of the run was not accepted', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const { gate, ...rest } = fakeDestination(() => 0)
  // Safe: it is the publish that goes wrong, before anything is calibrated.
  const refusing = { ...gate, calibrate: (_: string, publish: () => Promise<void>) => publish() } as unknown as Gate
  const results = await runCases({ ...target, destination: { ...rest, gate: refusing } }, [
    fake('posts', async ({ connector, profile }) => void connector.operation(profile)),
    fake('posts-nothing', pass),
  ])
  assert.equal(verdicts(results), ['posts inconclusive', 'posts-nothing pass'])
})

test('a write that comes after its case had ended turns the pass into a fail', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  let items = 1
  const told: CaseResult[] = []
  const check = defineCheck({
    id: 'health',
    title: 'is fake',
    cases: [fake('counted', counting(), { needs: ['destination'] }), fake('later', async () => void (items = 2))],
  })
  const results = await run({
    target: { ...target, destination: fakeDestination(() => items) },
    plan: makePlan([check]),
    seed: 1,
    levelOf: () => 'must',
    signal: new AbortController().signal,
    emit: (event) => {
      if (event.type === 'case-ended') told.push(event.result)
    },
  })
  assert.equal(verdicts(results), ['counted fail', 'later pass'])
  assert.equal(verdicts(told), ['counted pass', 'later pass', 'counted fail'])
})

test('a pass whose operations cannot be counted once more is none, but a violation that is seen still counts', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  let counts = 0
  const destination = fakeDestination(() => {
    counts += 1
    // The cases make four of them; then all are counted for the last time, in the same order.
    if (counts === 5 || counts === 7) throw new WitnessError('the list of items was answered with status 503')
    return counts === 8 ? 2 : 1
  })
  const results = await runCases({ ...target, destination }, [
    fake('uncounted', counting(), { needs: ['destination'] }),
    fake('counted', counting(), { needs: ['destination'] }),
    fake('twice', counting(2), { needs: ['destination'] }),
    fake('nothing', pass),
  ])
  assert.equal(verdicts(results), ['uncounted inconclusive', 'counted pass', 'twice fail', 'nothing pass'])
  const reason = results[0]?.outcome.verdict === 'inconclusive' ? results[0].outcome.reason : ''
  assert.match(reason, /could not be looked at once more: the list of items was answered with status 503/)
})

for (const [when, atCount, expected] of [
  ['while the last case runs', 2, ['first inconclusive', 'last inconclusive']],
  ['while all is judged once more', 3, ['first pass', 'last inconclusive']],
] as const) {
  test(`a pass is none when the deadline of the run keeps it from being judged once more: it passes ${when}`, async () => {
    await using tiny = await tinyConnector()
    await using target = await targetAt(tiny.url)
    const deadline = new AbortController()
    let counts = 0
    const destination = fakeDestination(() => {
      if (++counts === atCount) deadline.abort(new Inconclusive('the deadline of the run passed'))
      return 1
    })
    const cases = ['first', 'last'].map((id) => fake(id, counting(), { needs: ['destination'] }))
    const results = await runCases({ ...target, destination }, cases, deadline.signal)
    assert.equal(verdicts(results), expected)
    const reason = results[1]?.outcome.verdict === 'inconclusive' ? results[1].outcome.reason : ''
    assert.match(reason, 'the deadline of the run passed')
  })
}

test('what the deadline of the run keeps from being looked at again has not passed', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url)
  const deadline = new AbortController()
  const look = async (): Promise<undefined> => {
    deadline.abort(new Inconclusive('the deadline of the run passed'))
    return undefined
  }
  const results = await runCases(target, [fake('watched', async ({ watch }) => watch(look))], deadline.signal)
  assert.equal(verdicts(results), ['watched inconclusive'])
})

test('a token too short to be searched for keeps no run from starting', async () => {
  await using tiny = await tinyConnector()
  await using target = await targetAt(tiny.url, {
    connector: { url: tiny.url, token: 'short' },
    destination: { from: { kind: 'upstream', url: tiny.url } },
  })
  assert.ok(target.secrets.tooShort('connector token'))
  assert.equal(verdicts(await runCases(target, [fake('one', pass)])), ['one pass'])
})

test.run()
