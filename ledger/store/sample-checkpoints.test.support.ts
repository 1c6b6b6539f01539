import {
  checkpointDigest,
  checkpointText,
  emptyRoot,
  genesisHash,
  ledgerNames,
  makeCheckpoint,
  payloadTypes,
  sealEnvelope,
  type SignedHead,
  type SigningKey,
} from '../record/index.ts'
import { checkpointTextOf } from './checkpoint-order.ts'
import { later, timeAt } from './sample-bodies.test.support.ts'

/** Heads of ledgers that hold nothing but, where told, one invented record. */
export const inventedHeads = (size = 0): readonly SignedHead[] =>
  ledgerNames.map((ledger) =>
    size > 0 && ledger === 'runtime_control'
      ? { ledger, size, head: String(size % 10).repeat(64), root: 'a'.repeat(64) }
      : { ledger, size: 0, head: genesisHash, root: emptyRoot },
  )

/** A signed checkpoint that follows `previous`, as the text of its envelope. */
export function checkpointAfter(
  key: SigningKey,
  previous: string | undefined,
  heads: readonly SignedHead[] = inventedHeads(),
  issuedAt: string = timeAt(0),
): string {
  const text = checkpointText(
    makeCheckpoint(
      {
        origin: 'ledger-of-tests',
        issued_at: previous === undefined ? issuedAt : later(issuedAt, 1),
        previous_checkpoint_digest: previous === undefined ? '' : checkpointDigest(checkpointTextOf(previous)),
      },
      heads,
    ),
  )
  return JSON.stringify(sealEnvelope(key, payloadTypes.checkpoint, text))
}
