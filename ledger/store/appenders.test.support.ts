import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import type { TrustedKey } from '../record/index.ts'
import { samples } from './sample-bodies.test.support.ts'
import type { LedgerStore } from './store.ts'
import { verifyLedgers } from './verify/verify-ledgers.ts'

const script = fileURLToPath(new URL('./appender.test.script.js', import.meta.url))

/** The keys with which every appending process signs. */
export const appendersTrusted: readonly TrustedKey[] = samples(0, 0).trusted

export interface Appender {
  /** Ids that the process said are kept, in order. */
  readonly kept: readonly string[]
  /** Ends by itself, or when `until` says so after a record, by SIGKILL. */
  readonly ended: Promise<void>
}

/** A process that appends runs; another seed gives other runs. */
export function startAppender(
  url: string,
  { seed, count, until = () => false }: { seed: number; count: number; until?: (kept: number) => boolean },
): Appender {
  const child = spawn(process.execPath, [script, url, `${seed}`, `${count}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const kept: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    kept.push(line)
    if (until(kept.length)) child.kill('SIGKILL')
  })
  const ended = Promise.all([once(child, 'close'), once(lines, 'close')]).then(([[code, signal]]) => {
    assert.ok(code === 0 || signal === 'SIGKILL', `the appender ended with ${String(code)} ${String(signal)}`)
  })
  return { kept, ended }
}

/** That each of these runs is there, whole, and nothing is wrong with the ledgers. */
export async function expectKept(store: LedgerStore, ids: readonly string[]): Promise<void> {
  const missing: string[] = []
  for (const id of ids) if (!(await store.byId('certification_run', id))) missing.push(id)
  assert.equal(missing, [])
  const { problems, heads } = await verifyLedgers(store, { trusted: appendersTrusted })
  assert.equal(problems, [])
  const size = new Map(heads.map((head) => [head.ledger, head.size]))
  assert.is(size.get('certification_check'), 6 * (size.get('certification_run') ?? 0))
}
