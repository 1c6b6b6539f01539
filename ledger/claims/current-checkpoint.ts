import type { SigningKey } from '../record/index.ts'
import { appendNextCheckpoint } from '../store/checkpoint.ts'
import type { LedgerStore } from '../store/store.ts'
import type { Verification } from '../store/verify/verification.ts'

/**
 * The envelope of a checkpoint over all that was verified: the newest one when nothing came since, else one more.
 * @param now milliseconds since 1970
 * @throws LedgerError `refused` when the verification found a problem
 */
export async function currentCheckpoint(
  store: LedgerStore,
  verification: Verification,
  key: SigningKey,
  now: number,
): Promise<string> {
  const { newest, uncovered } = verification.checkpoints
  if (verification.ok && newest !== undefined && uncovered === 0) return newest
  return (await appendNextCheckpoint(store, verification, key, now)).envelope
}
