import process from 'node:process'
import { openReadiness } from '../ledger/readiness/index.ts'
import { account, now, provider, requirements_digest, sources } from '../ledger/readiness/healthy.test.support.ts'
import { fingerprintKey } from '../ledger/record/index.ts'
import { openStore } from '../ledger/store/index.ts'
import { samples } from '../ledger/store/sample-bodies.test.support.ts'
import type { Measured } from './readiness.ts'

/** One measurement of bench/readiness.ts, on the ledgers named; told as JSON. */
const rounds = 400
const [, , url = ''] = process.argv
await using store = await openStore(url, { readonly: true })
const records = (await store.heads()).reduce((sum, { size }) => sum + size, 0)
const started = performance.now()
const readiness = await openReadiness({
  sources,
  store,
  // Those of `healthy`, and those of the records between.
  trusted: [...samples(7).trusted, ...samples(0, 0).trusted],
  key: fingerprintKey(Buffer.alloc(32, 7)),
  requirements_digest,
  clock: () => Date.parse(now),
})
const openMs = performance.now() - started
const [profile] = provider.profiles
if (profile === undefined) throw new Error('there is a profile')
const asked = { provider, account, profile, operation: 'publish_immediate', intent: 'production' } as const

const times: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const began = performance.now()
  const { state, advertisable } = await readiness.decide(asked)
  times.push(performance.now() - began)
  // Everything was read: a refusal could be quicker.
  if (state !== 'healthy' || !advertisable) throw new Error(`${state}: ${readiness.trouble ?? 'not as it should be'}`)
}
// The first ones compile.
const sorted = times.slice(rounds / 4).toSorted((a, b) => a - b)
const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
const peakMb = process.resourceUsage().maxRSS / 1024
const measured: Measured = { records, openMs, medianMs: at(0.5), p95Ms: at(0.95), peakMb }
process.stdout.write(JSON.stringify(measured))
