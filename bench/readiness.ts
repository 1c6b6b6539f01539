import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { healthy } from '../ledger/readiness/healthy.test.support.ts'

/*
 * `node dist/bench/readiness.js [--sizes 1000,100000,1000000]`: what one decision costs as the ledgers grow, from question
 * to answer, everything it rests on hashed and its signatures checked anew; and the most memory that the process ever
 * had. Both are flat when the last column stays near 1. Only opening grows: it verifies every record once.
 */
export interface Measured {
  readonly records: number
  readonly openMs: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly peakMb: number
}

const sizesAt = process.argv.indexOf('--sizes')
const sizes = (sizesAt < 0 ? '1000,100000,1000000' : (process.argv[sizesAt + 1] ?? '')).split(',')

await using set = await healthy()
let first: Measured | undefined
for (const size of sizes) {
  step('ledger-step', 'fill', set.path, size)
  // The newest records are of the subject that is asked about, and of the time that its clock shows.
  await set.evidence('local')
  await set.evidence('live')
  const measured = JSON.parse(step('readiness-step', set.path)) as Measured
  first ??= measured
  process.stdout.write(`${lineOf(measured, first)}\n`)
}

function lineOf({ records, openMs, medianMs, p95Ms, peakMb }: Measured, than: Measured): string {
  const ratio = (value: number, other: number): string => `ratio ${(value / other).toFixed(2)}`
  return [
    `${records} records: decision median ${medianMs.toFixed(2)} ms (${ratio(medianMs, than.medianMs)}), p95 ${p95Ms.toFixed(2)} ms`,
    `peak memory ${peakMb.toFixed(0)} MB (${ratio(peakMb, than.peakMb)})`,
    `opened in ${(openMs / 1000).toFixed(1)} s`,
  ].join(', ')
}

/** In a process of its own, so that one measurement leaves nothing in the memory of the next. */
function step(name: string, ...args: readonly string[]): string {
  const script = fileURLToPath(new URL(`./${name}.js`, import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw new Error(`${name} ended with ${status}`)
  return stdout.toString()
}
