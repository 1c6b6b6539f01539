import {
  type Checkpoint,
  RecordError,
  recordHash,
  signedHeads,
  type TrustedKey,
  verifyBody,
  verifyInclusion,
} from '../../record/index.ts'
import { openCheckpoint } from '../../store/verify/audit-checkpoints.ts'
import { type Complaints, expect } from '../problem.ts'
import { type CitedRecord, citedBy, type ClaimsProjection, type ProjectedSubject } from '../projection.ts'

/** G17: signed in its role, and in the tree of a checkpoint that the ledger key signed. */
export function aboutRecords(
  projected: ProjectedSubject,
  { checkpoint }: ClaimsProjection,
  trusted: readonly TrustedKey[],
): Complaints {
  let signed: Checkpoint
  try {
    signed = openCheckpoint(JSON.stringify(checkpoint), trusted).checkpoint
  } catch (error) {
    return [`checkpoint: ${messageOf(error)}`]
  }
  return citedBy(projected).flatMap((cited) =>
    [...aboutInclusion(cited, signed), ...aboutSignature(cited, trusted)].map(
      (says) => `${cited.ledger} ${cited.seq}: ${says}`,
    ),
  )
}

function aboutInclusion({ ledger, seq, prev_hash, body, proof }: CitedRecord, checkpoint: Checkpoint): Complaints {
  const head = signedHeads(checkpoint).find((each) => each.ledger === ledger)
  const hash = recordHash(ledger, seq, prev_hash, body)
  const isIn = head !== undefined && verifyInclusion(hash, { index: seq - 1, size: head.size, proof, root: head.root })
  return expect(isIn, 'expected to be covered by the checkpoint')
}

function aboutSignature(cited: CitedRecord, trusted: readonly TrustedKey[]): Complaints {
  try {
    const { body } = verifyBody(cited, trusted)
    return [
      ...expect(body.ledger === cited.ledger, 'expected a record of its ledger'),
      // What was run to be certified proves that it can be run; only the production intent can be claimed (§3.3).
      ...expect(body.ledger !== 'certification_run' || body.intent === 'production', 'intent: expected production'),
    ]
  } catch (error) {
    return [messageOf(error)]
  }
}

function messageOf(error: unknown): string {
  if (error instanceof RecordError) return error.message
  throw error
}
