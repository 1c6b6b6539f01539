import {
  type Checkpoint,
  checkpointDigest,
  payloadTypes,
  readCheckpoint,
  RecordError,
  type TrustedKey,
  verifyEnvelope,
} from '../../record/index.ts'
import { readEnvelope, whyNotNext } from '../checkpoint-order.ts'
import type { LedgerStore } from '../store.ts'
import type { ProblemList } from './problem-list.ts'

/** A checkpoint whose signature verifies. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly text: string
}

/** @throws RecordError unless a trusted ledger key signed it */
export function openCheckpoint(envelope: string, trusted: readonly TrustedKey[]): SignedCheckpoint {
  const accepted = { payloadType: payloadTypes.checkpoint, role: 'ledger' } as const
  const { text } = verifyEnvelope(readEnvelope(envelope), accepted, trusted)
  return { text, checkpoint: readCheckpoint(text) }
}

export interface CheckpointsAudited {
  readonly count: number
  readonly newest?: { readonly envelope: string; readonly checkpoint: Checkpoint }
}

/** Whether each is signed and follows the one before, and whether the one held outside is among them. */
export async function auditCheckpoints(
  store: LedgerStore,
  trusted: readonly TrustedKey[],
  held: SignedCheckpoint | undefined,
  problems: ProblemList,
): Promise<CheckpointsAudited> {
  let count = 0
  let previous: string | undefined
  let newest: CheckpointsAudited['newest']
  let isHeldThere = false
  for await (const { seq, envelope } of store.checkpoints()) {
    count += 1
    const complaints = [...(seq === count ? [] : [`has number ${seq}`]), ...whyNotNext(envelope, previous)]
    try {
      const { checkpoint, text } = openCheckpoint(envelope, trusted)
      newest = { envelope, checkpoint }
      if (held && checkpointDigest(text) === checkpointDigest(held.text)) isHeldThere = true
    } catch (thrown) {
      if (!(thrown instanceof RecordError)) throw thrown
      complaints.push(...thrown.complaints)
      newest = undefined
    }
    problems.add(
      ...[...new Set(complaints)].map((says) => ({
        kind: 'checkpoint' as const,
        says: `checkpoint ${count}: ${says}`,
      })),
    )
    previous = envelope
  }
  if (held && !isHeldThere) {
    problems.add({
      kind: 'held',
      says: 'the checkpoint that is held outside is none of the ledger: it is of another one, or this one was exchanged',
    })
  }
  return { count, ...(newest ? { newest } : {}) }
}
