import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type ApprovalReviewBody, genesisHash, ledgerNames, recordHash, type SignedBody } from '../record/index.ts'
import { anything, bodyOf, keyOf, type Samples, samples, timeAt } from './sample-bodies.test.support.ts'
import { checkpointAfter, inventedHeads } from './sample-checkpoints.test.support.ts'
import {
  type Appended,
  type Batch,
  LedgerError,
  type LedgerErrorCode,
  type LedgerStore,
  type StoredRecord,
} from './store.ts'

/** Ledgers that were made for one test; disposing takes them away, and closes what was opened. */
export interface FreshLedgers extends AsyncDisposable {
  /** Another connection each time. */
  open(): Promise<LedgerStore>
}

/**
 * Everything that each kind of store must do. The caller says `test.run()`.
 * @param define takes the tests; `test.skip` where there is no server
 */
export function storeConformance(
  fresh: () => Promise<FreshLedgers>,
  define: (name: string, body: () => Promise<void>) => void = test,
): void {
  let seed = 0
  const stating = (
    fact: string,
    body: (store: LedgerStore, sample: Samples, ledgers: FreshLedgers) => Promise<void>,
  ): void =>
    define(fact, async () => {
      await using ledgers = await fresh()
      await using store = await ledgers.open()
      await body(store, samples((seed += 1)), ledgers)
    })

  stating('fresh ledgers are empty, as they should be made, and begin at 64 zeros', async (store) => {
    assert.equal(
      await store.heads(),
      ledgerNames.map((ledger) => ({ ledger, size: 0, hash: genesisHash })),
    )
    for (const ledger of ledgerNames) assert.equal(await collect(store.read(ledger)), [])
    assert.equal(await collect(store.checkpoints()), [])
    assert.equal(await store.schemaProblems(), [])
    assert.equal(await store.rowProblems(), [])
    assert.is(await store.byId('runtime_control', 'no-such-record'), undefined)
  })

  stating('a run is kept with its checks, byte for byte, each linked to the one before', async (store, sample) => {
    const first = sample.run()
    const second = sample.run({ result: 'failed' })
    const appended = await store.append([first, second])
    assert.is(appended.length, 14)
    assert.ok(appended.every(({ isNew }) => isNew))
    const runs = await collect(store.read('certification_run'))
    assert.equal(runs.map(signedOf), [first[0], second[0]])
    assert.equal(await whyUnlinked(store), [])
    const [run] = runs
    const checks = await store.checksOf(bodyOf(run).id)
    assert.equal(new Set(checks.map(({ body }) => body)), new Set(first.slice(1).map(({ body }) => body)))
    assert.equal(await store.byId('certification_run', bodyOf(run).id), run)
  })

  stating('a run comes before its checks, in whatever order they are given', async (store, sample) => {
    await store.append([sample.run().toReversed(), sample.run()])
    const order = await collect(store.read('certification_check'))
    const runs = await collect(store.read('certification_run'))
    assert.equal(
      [...new Set(order.map((check) => runIdOf(check)))],
      runs.map((run) => bodyOf(run).id),
    )
  })

  stating('the same bytes again change nothing, and are said to be there', async (store, sample) => {
    const batches = [sample.run(), [sample.review()], [sample.control()]]
    const first = await store.append(batches)
    const heads = await store.heads()
    const again = await store.append(batches)
    assert.equal(
      again,
      first.map((each) => ({ ...each, isNew: false })),
    )
    assert.equal(await store.heads(), heads)
    const [twice, once] = [sample.control(), sample.control()]
    const flags = (await store.append([[twice], [once], [twice]])).map(({ isNew }) => isNew)
    assert.equal(flags, [true, true, false])
  })

  stating('the same id with other content is a conflict, and the whole call leaves nothing', async (store, sample) => {
    const control = sample.control()
    await store.append([[control]])
    const { id } = bodyOf(control)
    const heads = await store.heads()
    const other = sample.control({ id, reason_code: 'another' })
    await refused(store, [sample.run(), [other], [sample.review()]], 'conflict', id)
    const [signature] = [sample.sign(bodyOf(control), 'runner')]
    await refused(store, [[signature]], 'conflict', id)
    assert.equal(await store.heads(), heads)
    assert.equal((await store.byId('runtime_control', id))?.body, control.body)
  })

  stating(
    'what is not a whole batch of valid records is refused, and the whole call with it',
    async (store, sample) => {
      const [run, ...checks] = sample.run()
      const [otherRun, ...otherChecks] = sample.run()
      const [first, ...rest] = checks
      const control = sample.control()
      const broken: readonly (readonly [Batch, string])[] = [
        [[], 'no record'],
        [[run, ...rest] as Batch, 'check'],
        [[run, ...checks, first] as Batch, 'check'],
        [[run, ...rest, otherChecks[0]] as Batch, 'check'],
        [[run, otherRun, ...checks] as Batch, 'shares'],
        [[run, ...checks, control] as Batch, 'shares'],
        [[control, sample.control()], 'belongs'],
        [checks, 'belongs'],
        [[{ ...control, body: `${control.body} ` }], 'not a record'],
        [[{ ...control, body: control.body.replace('{', '{"v":1,') }], 'not a record'],
        [[{ ...control, body: control.body.replace('"v":1', '"v":2') }], 'not a record'],
        [[{ ...control, body: control.body.replace('"enabled"', '"allowed"') }], 'not a record'],
        [[{ ...control, signatures: '[]' }], 'signatures'],
        [[{ ...control, signatures: `${control.signatures} ` }], 'signatures'],
      ]
      for (const [batch, says] of broken) await refused(store, [[sample.control()], batch], 'refused', says)
      assert.ok((await store.heads()).every(({ size }) => size === 0))
    },
  )

  stating('records are read in order, from and up to the ones that are named, across pages', async (store, sample) => {
    const batches = Array.from({ length: 1203 }, (): Batch => [sample.control()])
    await store.append(batches)
    const all = await collect(store.read('runtime_control'))
    assert.equal(all.map(signedOf), batches.flat())
    assert.equal(
      all.map(({ seq }) => seq),
      batches.map((_, index) => index + 1),
    )
    assert.equal(await collect(store.read('runtime_control', 499, 1001)), all.slice(498, 1001))
    assert.equal(await collect(store.read('runtime_control', 1203)), all.slice(1202))
    assert.equal(await collect(store.read('runtime_control', 1204)), [])
    assert.equal(await whyUnlinked(store), [])
  })

  stating('the newest review of an app is the one appended last', async (store, sample) => {
    const review = bodyOf(sample.review()) as ApprovalReviewBody
    assert.is(await store.newestReview(review), undefined)
    await store.append([[sample.sign(review)]])
    const second = sample.review({ approval_tier: 'second' })
    await store.append([[second], [sample.review({ provider: 'another' })]])
    assert.is((await store.newestReview(review))?.body, second.body)
    assert.is(await store.newestReview({ ...review, provider_environment: 'sandbox' }), undefined)
    assert.is(await store.newestReview({ ...review, instance_fingerprint: review.app_fingerprint }), undefined)
  })

  stating('a review that looks further back than the current one may only be stricter', async (store, sample) => {
    await store.append([[sample.review({ reviewed_at: timeAt(500), approval_state: 'trial' })]])
    const late = (state: ApprovalReviewBody['approval_state'], minutes = 400): Batch => [
      sample.review({
        reviewed_at: timeAt(minutes),
        approval_state: state,
        ...(state === 'not_required' ? { approval_tier: 'not_required' } : {}),
      }),
    ]
    for (const state of ['approved', 'not_required', 'trial'] as const) {
      await refused(store, [late(state)], 'refused', 'reviewed_at')
    }
    await store.append([late('revoked')])
    await refused(store, [late('restricted', 399)], 'refused', 'reviewed_at')
    await store.append([[sample.review({ reviewed_at: timeAt(500) })]])
  })

  stating('live evidence needs the newest review, in force while it was tested', async (store, sample) => {
    const review = sample.review({ reviewed_at: timeAt(10), expires_at: timeAt(10_000_000) })
    await refused(store, [sample.run({ kind: 'live' })], 'refused', 'review')
    const under = await underOf(store, review)
    await refused(store, [sample.run({ kind: 'live', under, testedAt: timeAt(9) })], 'refused', 'tested_at')
    const [run, ...checks] = sample.run({ kind: 'live', under, testedAt: timeAt(20) })
    await store.append([[run, ...checks] as Batch])
    const short = sample.review({ reviewed_at: timeAt(30), expires_at: timeAt(40) })
    const underShort = await underOf(store, short)
    await refused(store, [sample.run({ kind: 'live', under, testedAt: timeAt(35) })], 'refused', 'newest')
    await refused(store, [sample.run({ kind: 'live', under: underShort, testedAt: timeAt(35) })], 'refused', 'expires')
    // What is there already stays there, whatever was reviewed since.
    assert.ok((await store.append([[run, ...checks] as Batch])).every(({ isNew }) => !isNew))
    await store.append([[sample.review({ approval_state: 'revoked', reviewed_at: timeAt(50) })]])
    await refused(store, [sample.run({ kind: 'live', under, testedAt: timeAt(60) })], 'refused', 'newest')
  })

  stating('passes and runs are found by exact subject, kind and account', async (store, sample) => {
    const under = await underOf(store, sample.review({ expires_at: timeAt(10_000_000) }))
    const [text, scheduled] = [sample.subject(), sample.subject({ operation: 'publish_scheduled' })]
    const local = sample.run({ subject: text })
    const failed = sample.run({ subject: text, result: 'failed' })
    const liveA = sample.run({ subject: text, kind: 'live', under, account: 'a' })
    const liveB = sample.run({ subject: text, kind: 'live', under, account: 'b' })
    await store.append([local, failed, liveA, liveB])
    assert.is((await store.newestPass(keyOf(text)))?.body, local[0]?.body)
    assert.is((await store.newestRun(keyOf(text)))?.body, failed[0]?.body)
    assert.is((await store.newestPass(keyOf(text, 'live', 'a')))?.body, liveA[0]?.body)
    assert.is((await store.newestPass(keyOf(text, 'live', 'b')))?.body, liveB[0]?.body)
    assert.is(await store.newestPass(keyOf(text, 'live', 'c')), undefined)
    assert.is(await store.newestPass({ ...keyOf(text), kind: 'live' }), undefined)
    assert.is(await store.newestPass(keyOf(scheduled)), undefined)
    assert.is(await store.newestRun(keyOf(scheduled)), undefined)
  })

  stating(
    'a failure supersedes when it was appended later, or tested at the same time or later',
    async (store, sample) => {
      const at = async (result: 'passed' | 'failed', minutes: number): Promise<number> =>
        seqOf(await store.append([sample.run({ result, testedAt: timeAt(minutes) })]))
      const key = keyOf(sample.subject())
      await at('failed', 90)
      const pass = await at('passed', 100)
      const found = async (minutes: number, seq = pass): Promise<number | undefined> =>
        (await store.failureAfter(key, { seq, testedAt: timeAt(minutes) }))?.seq
      assert.is(await found(100), undefined)
      assert.is(await found(91), undefined)
      assert.is(await found(90), 1, 'tested at the same time')
      assert.is(await found(80), 1, 'tested later')
      const other = sample.run({ result: 'failed', subject: sample.subject({ policy_mode: 'strict' }) })
      await store.append([other])
      assert.is(await found(100), undefined, 'of another subject')
      const late = await at('failed', 10)
      assert.is(await found(100), late, 'appended later')
      assert.is(await found(100, late), undefined)
    },
  )

  stating(
    'of runtime controls the newest of each selector counts that matches and has begun',
    async (store, sample) => {
      const at = (minutes: number): { starts_at: string } => ({ starts_at: timeAt(minutes) })
      const exact = sample.subject()
      const controls = [
        sample.control({ ...exact, ...at(0), state: 'disabled' }),
        sample.control({ ...exact, ...at(5) }),
        sample.control({ ...exact, ...at(50), state: 'disabled' }),
        sample.control({ ...anything, ...at(0), state: 'degraded' }),
        sample.control({ ...anything, operation: 'publish_scheduled', ...at(0), state: 'disabled' }),
        sample.control({ ...anything, provider: 'another', ...at(0), state: 'disabled' }),
        sample.control({ ...anything, output_profile: 'blog.post', account_kind: 'standard', ...at(2) }),
      ]
      await store.append(controls.map((each): Batch => [each]))
      const found = async (minutes: number, subject = exact): Promise<readonly number[]> =>
        (await store.newestControls(subject, timeAt(minutes))).map(({ seq }) => seq)
      assert.equal(await found(10), [2, 4, 7])
      assert.equal(await found(1), [1, 4])
      assert.equal(await found(50), [3, 4, 7])
      assert.equal(await found(-1), [])
      assert.equal(await found(10, sample.subject({ operation: 'publish_scheduled' })), [4, 5, 7])
      assert.equal(await found(10, sample.subject({ provider: 'another' })), [6])
      assert.equal(await found(10, sample.subject({ output_profile: 'blog.note' })), [4])
    },
  )

  stating('checkpoints are kept in order, and only one that follows the last is taken', async (store, sample) => {
    const { ledger: key } = sample.keys
    const first = checkpointAfter(key, undefined)
    const second = checkpointAfter(key, first, inventedHeads(3))
    assert.equal(await store.appendCheckpoint(first), { seq: 1, envelope: first })
    for (const wrong of [
      checkpointAfter(key, undefined),
      checkpointAfter(key, second, inventedHeads(4)),
      'no envelope',
      JSON.stringify({ payload: Buffer.from('{}').toString('base64') }),
    ]) {
      await rejects(store.appendCheckpoint(wrong), 'refused', 'checkpoint')
    }
    assert.equal(await store.appendCheckpoint(second), { seq: 2, envelope: second })
    await rejects(store.appendCheckpoint(checkpointAfter(key, second, inventedHeads(2))), 'refused', 'fewer')
    assert.equal(
      (await collect(store.checkpoints())).map(({ envelope }) => envelope),
      [first, second],
    )
    assert.equal(
      (await collect(store.checkpoints(2))).map(({ seq }) => seq),
      [2],
    )
  })

  stating('two connections that append at the same time make one chain', async (store, sample, ledgers) => {
    await using other = await ledgers.open()
    const mine = Array.from({ length: 15 }, () => sample.run())
    const theirs = Array.from({ length: 15 }, () => sample.run())
    const appendAll = async (to: LedgerStore, batches: readonly Batch[]): Promise<void> => {
      for (const batch of batches) await to.append([batch])
    }
    await Promise.all([appendAll(store, mine), appendAll(other, theirs)])
    assert.equal(await whyUnlinked(store), [])
    assert.equal(await store.heads(), await other.heads())
    const kept = (await collect(store.read('certification_run'))).map(({ body }) => body)
    assert.equal(new Set(kept), new Set([...mine, ...theirs].map(([run]) => run?.body)))
    assert.is(kept.length, 30)
    assert.equal(await store.rowProblems(), [])
  })

  stating(
    'the same record appended by two connections at the same time is kept once',
    async (store, sample, ledgers) => {
      await using other = await ledgers.open()
      const run = sample.run()
      const both = await Promise.all([store.append([run]), other.append([run])])
      assert.is(both.filter(([first]) => first?.isNew).length, 1)
      assert.is((await collect(store.read('certification_run'))).length, 1)
    },
  )

  stating('who reads never sees a run without its checks', async (store, sample, ledgers) => {
    await using reader = await ledgers.open()
    const writing = (async () => {
      for (let left = 25; left > 0; left -= 1) await store.append([sample.run(), sample.run()])
      return 'done'
    })()
    let state: string | undefined
    while (state === undefined) {
      const size = new Map((await reader.heads()).map((head) => [head.ledger, head.size]))
      assert.is(size.get('certification_check'), 6 * (size.get('certification_run') ?? 0))
      state = await Promise.race([writing, turn()])
    }
    assert.is((await reader.heads())[1]?.size, 50)
  })
}

/** What is wrong with the chains, by their stored hashes; empty when nothing is. */
export async function whyUnlinked(store: LedgerStore): Promise<readonly string[]> {
  const problems: string[] = []
  for (const { ledger, size, hash } of await store.heads()) {
    let [seq, prev] = [0, genesisHash]
    for await (const record of store.read(ledger)) {
      seq += 1
      if (record.seq !== seq) problems.push(`${ledger} ${record.seq}: seq`)
      if (record.prevHash !== prev) problems.push(`${ledger} ${record.seq}: prevHash`)
      if (record.recordHash !== recordHash(ledger, seq, prev, record.body))
        problems.push(`${ledger} ${seq}: recordHash`)
      prev = record.recordHash
    }
    if (seq !== size || prev !== hash) problems.push(`${ledger}: head`)
  }
  return problems
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Appends a review, and gives what live evidence needs to cite it. */
export async function underOf(
  store: LedgerStore,
  review: SignedBody,
): Promise<{ readonly review: SignedBody; readonly recordHash: string }> {
  await store.append([[review]])
  const kept = await store.byId('approval_review', bodyOf(review).id)
  return { review, recordHash: kept?.recordHash ?? '' }
}

const refused = async (
  store: LedgerStore,
  batches: readonly Batch[],
  code: LedgerErrorCode,
  part: string,
): Promise<void> => rejects(store.append(batches), code, part)

/** That it fails in the way that is named, with a message that holds the part. */
export async function rejects(attempt: Promise<unknown>, code: LedgerErrorCode, part: string): Promise<void> {
  const thrown: unknown = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.instance(thrown, LedgerError)
  const { code: got, message } = thrown as LedgerError
  assert.is(got, code, message)
  assert.ok(message.includes(part), `${part} is not in: ${message}`)
}

const turn = (): Promise<undefined> => new Promise((resolve) => setImmediate(() => resolve(undefined)))
const signedOf = ({ body, signatures }: StoredRecord): SignedBody => ({ body, signatures })
const seqOf = (appended: readonly Appended[]): number => appended[0]?.seq ?? 0
const runIdOf = (check: StoredRecord): string => {
  const body = bodyOf(check)
  return body.ledger === 'certification_check' ? body.run_id : ''
}
