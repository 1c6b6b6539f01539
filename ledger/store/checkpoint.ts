import {
  checkpointDigest,
  checkpointText,
  freshId,
  makeCheckpoint,
  payloadTypes,
  sealEnvelope,
  type SigningKey,
} from '../record/index.ts'
import { checkpointIn, checkpointTextOf } from './checkpoint-order.ts'
import { LedgerError, type LedgerStore, type StoredCheckpoint } from './store.ts'
import type { Verification } from './verify/verification.ts'

/**
 * Signs what a verification found and appends it to the ledgers. Only what was verified is signed: a checkpoint over
 * altered records would make them good.
 * @param now milliseconds since 1970
 * @throws LedgerError `refused` when the verification found a problem, or somebody else made a checkpoint meanwhile
 */
export async function appendNextCheckpoint(
  store: LedgerStore,
  { ok, heads, checkpoints }: Verification,
  key: SigningKey,
  now: number,
): Promise<StoredCheckpoint> {
  if (!ok) throw new LedgerError('refused', 'the ledgers do not verify; nothing is signed')
  const { newest } = checkpoints
  const text = checkpointText(
    makeCheckpoint(
      {
        origin: newest === undefined ? freshId(now) : checkpointIn(newest).origin,
        issued_at: new Date(now).toISOString(),
        previous_checkpoint_digest: newest === undefined ? '' : checkpointDigest(checkpointTextOf(newest)),
      },
      heads,
    ),
  )
  return store.appendCheckpoint(JSON.stringify(sealEnvelope(key, payloadTypes.checkpoint, text)))
}
