import { readFileSync } from 'node:fs'
import process from 'node:process'
import Database from 'better-sqlite3'
import pg from 'pg'
import type { SignedBody } from '../ledger/record/index.ts'
import { keyOf, samples } from '../ledger/store/sample-bodies.test.support.ts'
import { type Batch, evidenceFor, type LedgerStore, openStore, verifyLedgers } from '../ledger/store/index.ts'

/** One measurement of bench/ledger.ts. */
const [, , what, url = '', count = ''] = process.argv
const sample = samples(process.pid, 0)
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Runs one after the other, each a transaction that is on the disk before the next: half of them plainly, by turns. */
async function appends(): Promise<void> {
  const rounds = 300
  const batches = Array.from({ length: rounds }, () => sample.run())
  await using store = await openStore(url)
  await using plain = await plainTable()
  let [ours, theirs] = [0, 0]
  for (const batch of batches) {
    ours += await timed(() => store.append([batch]))
    theirs += await timed(() => plain.insert(batch))
  }
  const perSecond = (ms: number): string => ((rounds * 1000) / ms).toFixed(0)
  say(`runs with their checks appended: ${perSecond(ours)}/s, plain inserts of the same bytes: ${perSecond(theirs)}/s`)
  say(`  ratio ${(ours / theirs).toFixed(2)}`)
}

/** What is done with ledgers of this many records. */
async function measure(): Promise<void> {
  await using store = await openStore(url)
  const total = await sizeOf(store)
  const key = keyOf(sample.subject({ output_profile: 'profile.1' }))
  const query = await timed(async () => {
    for (let left = 200; left > 0; left -= 1) await evidenceFor(store, key)
  })
  const verify = await timed(async () => {
    const { ok, problems } = await verifyLedgers(store, { trusted: sample.trusted })
    if (!ok) throw new Error(JSON.stringify(problems))
  })
  const each = `${((verify * 1000) / total).toFixed(0)} µs a record`
  say(`${total} records: verify ${(verify / 1000).toFixed(1)} s, ${each}, peak memory ${peak()}`)
  say(`  usable evidence of a subject: ${(query / 200).toFixed(2)} ms`)
}

const sizeOf = async (store: LedgerStore): Promise<number> =>
  (await store.heads()).reduce((sum, head) => sum + head.size, 0)

/** Appends until there are as many records. */
async function fill(size: number): Promise<void> {
  await using store = await openStore(url)
  let total = await sizeOf(store)
  while (total < size) {
    // One subject in a thousand runs, so that indexes have something to choose from.
    const batches = Array.from({ length: Math.min(500, Math.ceil((size - total) / 7)) }, (_, index): Batch => {
      const subject = sample.subject({ output_profile: `profile.${(total + index) % 1000}` })
      return sample.run({ subject, result: index % 10 === 0 ? 'failed' : 'passed' })
    })
    await store.append(batches)
    total += batches.length * 7
  }
}

interface PlainTable extends AsyncDisposable {
  insert(batch: Batch): Promise<void>
}

const values = ({ body, signatures }: SignedBody): [string, string] => [body, signatures]

async function plainTable(): Promise<PlainTable> {
  if (url.startsWith('postgres')) return plainPostgres()
  const database = new Database(`${url}-plain`)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE plain (seq INTEGER PRIMARY KEY, body TEXT, signatures TEXT) STRICT')
  const statement = database.prepare('INSERT INTO plain (body, signatures) VALUES (?, ?)')
  const all = database.transaction((batch: Batch) => {
    for (const each of batch) statement.run(...values(each))
  })
  return { insert: async (batch) => all.immediate(batch), [Symbol.asyncDispose]: async () => void database.close() }
}

async function plainPostgres(): Promise<PlainTable> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'CREATE SCHEMA IF NOT EXISTS bench; CREATE TABLE IF NOT EXISTS bench.plain (body text, signatures text)',
  )
  return {
    async insert(batch) {
      await client.query('BEGIN')
      for (const each of batch) await client.query('INSERT INTO bench.plain VALUES ($1, $2)', values(each))
      await client.query('COMMIT')
    },
    [Symbol.asyncDispose]: async () => {
      await client.query('DROP SCHEMA bench CASCADE')
      await client.end()
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`

/** The most memory that this process ever had. */
function peak(): string {
  try {
    const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return mb(Number(kb) * 1024)
  } catch {
    return mb(process.resourceUsage().maxRSS * 1024)
  }
}

if (what === 'appends') await appends()
else if (what === 'fill') await fill(Number(count))
else await measure()
