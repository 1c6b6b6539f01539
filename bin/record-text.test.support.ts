import { recordFileText, type SignedBody } from '../ledger/record/index.ts'
import type { RunWish, Samples } from '../ledger/store/sample-bodies.test.support.ts'

/** A record file as `certify` writes it, of a test that was a moment ago. */
export function recordText(sample: Samples, wish: RunWish = {}): string {
  const testedAt = new Date(Date.now() - 600_000).toISOString()
  const [run, ...checks] = sample.run({ testedAt, ...wish })
  return recordFileText(run as SignedBody, checks)
}
