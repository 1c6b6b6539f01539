import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { initStore } from '../ledger/store/index.ts'

/*
 * `node dist/bench/ledger.js [--sizes 1000,100000,1000000] [postgres://… …]`: what the ledgers cost. Appends beside plain
 * inserts of the same bytes with the same durability, as a ratio; verify and the query for usable evidence as the ledgers
 * grow, each in a process of its own, whose peak of memory is told. Every PostgreSQL database must be empty.
 */
const sizesAt = process.argv.indexOf('--sizes')
const sizes = (sizesAt < 0 ? '1000,100000,1000000' : (process.argv[sizesAt + 1] ?? '')).split(',').map(Number)
const servers = process.argv.filter((each) => each.startsWith('postgres'))

const folder = await mkdtemp(join(tmpdir(), 'ledger-bench-'))
try {
  const file = join(folder, 'evidence.sqlite')
  await initStore(file)
  for (const url of [file, ...servers]) {
    if (url !== file) await initStore(url)
    process.stdout.write(`\n${url === file ? 'SQLite' : 'PostgreSQL'}\n`)
    for (const [index, size] of sizes.entries()) {
      step('fill', url, `${size}`)
      step('measure', url)
      if (index === 0) step('appends', url)
    }
  }
} finally {
  await rm(folder, { recursive: true })
}

/** In a process of its own, so that one measurement leaves nothing in the memory of the next. */
function step(...args: readonly string[]): void {
  const script = fileURLToPath(new URL('./ledger-step.js', import.meta.url))
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`)
}
