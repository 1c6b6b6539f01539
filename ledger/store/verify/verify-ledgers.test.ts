import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { signedHeads } from '../../record/index.ts'
import { appendNextCheckpoint } from '../checkpoint.ts'
import { checkpointIn } from '../checkpoint-order.ts'
import { bodyOf, type Samples, samples, timeAt } from '../sample-bodies.test.support.ts'
import { freshFile } from '../sqlite/fresh-file.test.support.ts'
import type { LedgerStore, StoredRecord } from '../store.ts'
import { collect, underOf } from '../store-conformance.test.support.ts'
import type { Verification } from './verification.ts'
import { verifyLedgers } from './verify-ledgers.ts'

const now = Date.parse(timeAt(100_000))

/** Every ledger with something in it, and two checkpoints over part of it. */
async function filled(store: LedgerStore, sample: Samples): Promise<Verification> {
  const under = await underOf(store, sample.review({ expires_at: timeAt(1_000_000) }))
  await store.append([[sample.control()], sample.run(), sample.run({ kind: 'live', under }), sample.run()])
  await appendNextCheckpoint(store, await verified(store, sample), sample.keys.ledger, now)
  await store.append([sample.run({ result: 'failed' }), [sample.control()]])
  await appendNextCheckpoint(store, await verified(store, sample), sample.keys.ledger, now + 1)
  await store.append([sample.run()])
  return verified(store, sample)
}

async function verified(store: LedgerStore, sample: Samples, held?: string): Promise<Verification> {
  return verifyLedgers(store, { trusted: sample.trusted, ...(held === undefined ? {} : { held }) })
}

test('ledgers that nobody altered verify, with their heads, checkpoints and what these do not cover', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(1)
  const { ok, heads, checkpoints, held, problems } = await filled(store, sample)
  assert.equal(problems, [])
  assert.ok(ok)
  assert.equal(
    heads.map(({ size }) => size),
    [1, 5, 30, 2],
  )
  assert.equal(
    heads.map(({ head }) => head),
    (await store.heads()).map(({ hash }) => hash),
  )
  assert.is(checkpoints.count, 2)
  assert.is(checkpoints.uncovered, 7)
  assert.is(held, 'none')
})

test('progress tells every record, and how many there are', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(2)
  await filled(store, sample)
  const told: string[] = []
  await verifyLedgers(store, {
    trusted: sample.trusted,
    onProgress: (done, total) => void told.push(`${done}/${total}`),
  })
  assert.is(told.length, 38)
  assert.is(told.at(-1), '38/38')
})

test('each checkpoint follows from the one before, with the origin of the first', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  await filled(store, samples(3))
  const [first, second] = (await collect(store.checkpoints())).map(({ envelope }) => checkpointIn(envelope))
  assert.is(first?.origin, second?.origin)
  assert.equal(second && signedHeads(second).map(({ size }) => size), [1, 4, 24, 2])
})

test('a checkpoint that is held outside matches as long as history only grew', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(4)
  await filled(store, sample)
  const held = (await collect(store.checkpoints()))[0]?.envelope
  const found = await verified(store, sample, held)
  assert.is(found.held, 'matches')
  assert.ok(found.ok)
})

test('a held checkpoint of other ledgers, of a key nobody trusts, or that is none, is named', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(5)
  await filled(store, sample)
  await using otherFile = await freshFile()
  await using other = await otherFile.open()
  await filled(other, sample)
  const foreign = (await collect(other.checkpoints()))[1]?.envelope
  const found = await verified(store, sample, foreign)
  assert.is(found.held, 'contradicted')
  assert.ok(found.problems.every(({ kind }) => kind === 'held'))
  const own = (await collect(store.checkpoints()))[1]?.envelope
  const strangers = samples(7)
  const distrusted = await verifyLedgers(store, { trusted: strangers.trusted, held: own ?? '' })
  assert.is(distrusted.held, 'contradicted')
  assert.is((await verified(store, sample, '{}')).held, 'contradicted')
})

test('a signature of another key, or of a key in another role, is named with its record', async () => {
  await using file = await freshFile()
  await using store = await file.open()
  const sample = samples(8)
  await store.append([[sample.control()], [sample.sign(bodyOf(sample.control()), 'runner')]])
  await store.append([[samples(9).control()]])
  const { problems } = await verified(store, sample)
  assert.equal(
    problems.map(({ kind, ledger, seq }) => `${kind} ${ledger} ${seq}`),
    ['signature runtime_control 2', 'signature runtime_control 3'],
  )
  assert.match(problems[0]?.says ?? '', 'trusted as admin')
})

// A store that tells lies: what the database itself would not let anybody write.
const lies: Readonly<Record<string, { readonly change: (records: StoredRecord[]) => void; readonly kinds: string }>> = {
  'a check exchanged for one of another run': {
    change: (records) => void records.splice(0, 1, records[6] as StoredRecord),
    kinds: 'gap,link,checks',
  },
  'a check taken from the middle': { change: (records) => void records.splice(2, 1), kinds: 'gap,link,checks' },
  'a check taken from the end': { change: (records) => void records.pop(), kinds: 'gap,checks' },
  'a check that is there twice': {
    change: (records) => void records.splice(3, 0, records[3] as StoredRecord),
    kinds: 'gap,link,checks',
  },
  'two checks in each other’s place': {
    change: (records) => void records.splice(0, 2, records[1] as StoredRecord, records[0] as StoredRecord),
    kinds: 'gap,link',
  },
}

for (const [lie, { change, kinds }] of Object.entries(lies)) {
  test(`verify names ${lie}`, async () => {
    await using file = await freshFile()
    await using store = await file.open()
    const sample = samples(10)
    await store.append([sample.run(), sample.run(), sample.run()])
    const lying: LedgerStore = {
      ...store,
      async *read(ledger, from, upTo) {
        const records = [...(await collect(store.read(ledger, from, upTo)))]
        if (ledger === 'certification_check') change(records)
        yield* records
      },
    }
    const { ok, problems } = await verified(lying, sample)
    assert.not.ok(ok)
    const seen = new Set<string>(problems.map(({ kind }) => kind))
    for (const kind of kinds.split(',')) assert.ok(seen.has(kind), `${kind} is not among ${[...seen].join()}`)
  })
}

test.run()
