import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { trustedKeysText } from '../../ledger/record/index.ts'
import { type Samples, samples } from '../../ledger/store/sample-bodies.test.support.ts'
import type { Verification } from '../../ledger/store/index.ts'
import { expectEnded, expectRefused, type Place, testInPlace } from '../cli.test.support.ts'
import { recordText } from '../record-text.test.support.ts'

const keys = 'touchstone-keys/trusted-keys.json'

async function withLedger(place: Place, sample: Samples): Promise<void> {
  await place.write('trusted.json', trustedKeysText(sample.trusted))
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0, 'the ledgers are ready at e.sqlite')
}

const trusting = ['--trusted', 'trusted.json']

testInPlace('records are appended once, verified, covered by a checkpoint and exported', async (place) => {
  const sample = samples(1)
  await withLedger(place, sample)
  await place.write('a.json', recordText(sample))
  await place.write('b.json', recordText(sample, { result: 'failed' }))
  const append = ['ledger', 'append', 'e.sqlite', 'a.json', 'b.json', ...trusting]
  const appended = await place.run(append)
  expectEnded(appended, 0, 'certification_run 2 ', 'certification_check 12 ')
  assert.is(appended.out.split('\n').length, 15)
  expectEnded(await place.run(append), 0, 'certification_run 2 ', '(was there already)')
  const verified = await place.run(['ledger', 'verify', 'e.sqlite', ...trusting])
  expectEnded(verified, 0, 'certification_check 12 records', 'no checkpoint is held outside', 'nothing was altered')

  // The checkpoint is signed with a key made here, which the list that is given must name.
  const checkpoint = await place.run(['ledger', 'checkpoint', 'e.sqlite', ...trusting])
  expectEnded(checkpoint, 0, 'checkpoint 1 over 14 records', 'made the ledger key')
  const ownKeys = JSON.parse(await place.read(keys)) as { keys: unknown[] }
  const theirs = JSON.parse(await place.read('trusted.json')) as { keys: unknown[] }
  await place.write('all.json', `${JSON.stringify({ ...theirs, keys: [...theirs.keys, ...ownKeys.keys] }, null, 2)}\n`)
  const again = await place.run(['ledger', 'verify', 'e.sqlite', '--trusted', 'all.json'])
  expectEnded(again, 0, '1 checkpoint over all of them', 'touchstone-checkpoint.json, held outside, says the same')
  const distrusting = await place.run(['ledger', 'verify', 'e.sqlite', ...trusting])
  expectEnded(distrusting, 1, 'NOT VERIFIED', 'on no list')

  const exported = await place.run(['ledger', 'export', 'e.sqlite'])
  const lines = exported.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.is(lines.length, 15)
  assert.is(lines.at(-1)?.['checkpoint'], 1)
  const inToto = await place.run(['ledger', 'export', 'e.sqlite', '--in-toto'])
  assert.is(inToto.out.trim().split('\n').length, 2)
  assert.match(inToto.out, 'https://in-toto.io/Statement/v1')
})

testInPlace('verify names the first bad record and exits 1, also as JSON', async (place) => {
  const sample = samples(2)
  await withLedger(place, sample)
  await place.write('a.json', recordText(sample))
  await place.write('b.json', recordText(sample))
  expectEnded(await place.run(['ledger', 'append', 'e.sqlite', 'a.json', 'b.json', ...trusting]), 0)
  const database = new Database(join(place.path, 'e.sqlite'))
  database.exec('DROP TRIGGER provider_certification_runs_append_only_update')
  database.exec(`UPDATE provider_certification_runs SET body = replace(body, '"witness":"simulated"', '"witness":"items-query"')
    WHERE seq = 2`)
  database.close()
  const verified = await place.run(['ledger', 'verify', 'e.sqlite', ...trusting])
  expectEnded(verified, 1, 'the first bad record is certification_run 2', 'its bytes do not have its hash')
  const json = await place.run(['ledger', 'verify', 'e.sqlite', ...trusting, '--json'])
  assert.is(json.code, 1)
  const { ok, problems } = JSON.parse(json.out) as Verification
  assert.not.ok(ok)
  assert.equal([...new Set(problems.map(({ kind }) => kind))], ['schema', 'hash', 'signature'])
  const checkpoint = await place.run(['ledger', 'checkpoint', 'e.sqlite', ...trusting])
  expectEnded(checkpoint, 1, 'nothing was signed')
  await place.write('c.json', recordText(sample))
  const append = await place.run(['ledger', 'append', 'e.sqlite', 'c.json', ...trusting])
  expectEnded(append, 1, 'provider_certification_runs_append_only_update is missing')
  assert.is(append.out, '')
})

testInPlace('an older copy in place of the ledger contradicts the checkpoint that is held outside', async (place) => {
  await place.write('control.yaml', 'provider: blog\nstate: disabled\nreason_code: outage\n')
  const control = ['ledger', 'control', 'e.sqlite', 'control.yaml', '--operator', 'Alice Example']
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  expectEnded(await place.run(control), 0, 'runtime_control 1 ', 'made the fingerprint key', 'made the admin key')
  expectEnded(await place.run(['ledger', 'checkpoint', 'e.sqlite', '-o', 'held.json']), 0)
  await copyFile(join(place.path, 'e.sqlite'), join(place.path, 'older.sqlite'))
  expectEnded(await place.run(control), 0, 'runtime_control 2 ')
  expectEnded(
    await place.run(['ledger', 'checkpoint', 'e.sqlite', '-o', 'held.json']),
    0,
    'checkpoint 2 over 2 records',
  )
  expectEnded(await place.run(['ledger', 'verify', 'e.sqlite', '--held', 'held.json']), 0, 'held.json, held outside')
  for (const suffix of ['-wal', '-shm']) await rm(join(place.path, `e.sqlite${suffix}`), { force: true })
  await copyFile(join(place.path, 'older.sqlite'), join(place.path, 'e.sqlite'))
  expectEnded(
    await place.run(['ledger', 'verify', 'e.sqlite', '--held', 'held.json']),
    1,
    'says that there were 2 records',
  )
  const smaller = await place.run(['ledger', 'checkpoint', 'e.sqlite', '-o', 'held.json'])
  expectEnded(smaller, 1, 'nothing was signed')
  const kept = await readFile(join(place.path, 'older.sqlite'), 'latin1')
  assert.not.ok(kept.includes('Alice') || kept.includes('Example'), 'the operator stands in the ledger')
})

testInPlace('a review is made from YAML, whose fields are checked by name', async (place) => {
  const review = (more: string): string =>
    `provider: blog\napp: main\nprovider_environment: production\napproval_state: approved\napproval_tier: standard
source_ref: review-board\nsource: minutes of the board\nreviewed_at: 2026-01-01T00:00:00.000Z\n${more}`
  const add = ['ledger', 'review', 'e.sqlite', 'review.yaml', '--operator', 'alice']
  expectEnded(await place.run(['ledger', 'init', 'e.sqlite']), 0)
  await place.write('review.yaml', review('expires_at: 2027-01-01T00:00:00.000Z\n'))
  expectEnded(await place.run(add), 0, 'approval_review 1 ')
  await place.write('review.yaml', review('until: 2027-01-01T00:00:00.000Z\n'))
  expectRefused(await place.run(add), 'unknown until')
  await place.write('review.yaml', review(''))
  expectRefused(await place.run(add), 'expires_at: expected')
  await place.write('review.yaml', 'just words')
  expectRefused(await place.run(add), 'expected the fields of the record')
  await place.write('review.yaml', review('expires_at: 2027-01-01T00:00:00.000Z\n').replace('2026-01-01', '2025-12-01'))
  expectRefused(await place.run(add), 'reviewed_at lies before')
})

testInPlace('what is wrong with a ledger or a file is said in one sentence', async (place) => {
  const sample = samples(3)
  await withLedger(place, sample)
  await place.write('posts', 'no database '.repeat(200))
  const refused: readonly (readonly [readonly string[], string])[] = [
    [['ledger', 'verify', 'mysql://db/evidence'], 'a ledger is a file, sqlite:FILE or postgres://'],
    [['ledger', 'verify', 'none.sqlite'], 'touchstone ledger init'],
    [['ledger', 'verify', 'posts'], 'not an SQLite database'],
    [['ledger', 'verify', 'e.sqlite', '--held', 'none.json'], 'no such file'],
    [['ledger', 'verify', 'e.sqlite', '--held', 'trusted.json'], 'is not a checkpoint'],
    [['ledger', 'append', 'e.sqlite', 'none.json', ...trusting], 'none.json cannot be read'],
    [['ledger'], 'no action is named'],
    [['ledger', 'forget', 'e.sqlite'], 'unknown'],
  ]
  for (const [args, says] of refused) {
    const ended = await place.run(args)
    expectEnded(ended, 2, says)
    assert.is(ended.out, '')
  }
})

test.run()
