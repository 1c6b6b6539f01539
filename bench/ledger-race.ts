import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { initStore, openStore } from '../ledger/store/index.ts'
import { expectKept, startAppender } from '../ledger/store/appenders.test.support.ts'

/*
 * `node dist/bench/ledger-race.js [postgres://… …]`: what the tests show with few runs, shown with many. 2 processes on
 * SQLite and 8 on each PostgreSQL database, which must be empty, append 2 000 runs each; then an appending process is
 * killed at 100 random instants. Everything that was said to be kept must be there, whole, and verify.
 */
const runsOfEach = 2000
const kills = 100
const servers = process.argv.filter((each) => each.startsWith('postgres'))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = await mkdtemp(join(tmpdir(), 'ledger-race-'))
try {
  await race('SQLite', join(folder, 'evidence.sqlite'), 2)
  for (const url of servers) await race('PostgreSQL', url, 8)
} finally {
  await rm(folder, { recursive: true })
}

async function race(name: string, url: string, processes: number): Promise<void> {
  await initStore(url)
  const start = performance.now()
  const appenders = Array.from({ length: processes }, (_, seed) => startAppender(url, { seed, count: runsOfEach }))
  await Promise.all(appenders.map(({ ended }) => ended))
  const seconds = (performance.now() - start) / 1000
  const kept = appenders.flatMap((each) => each.kept)
  await using store = await openStore(url)
  await expectKept(store, kept)
  say(
    `${name}: ${processes} processes appended ${kept.length} runs, none lost, ${(kept.length / seconds).toFixed(0)}/s`,
  )

  for (let kill = 0; kill < kills; kill += 1) {
    const instant = randomInt(1, 15)
    const appender = startAppender(url, { seed: 1000 + kill, count: 1000, until: (count) => count === instant })
    await appender.ended
    kept.push(...appender.kept)
  }
  await expectKept(store, kept)
  say(`${name}: killed at ${kills} instants, ${kept.length} runs that were said to be kept are there, whole`)
}
