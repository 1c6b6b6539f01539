import type { Body, LedgerName, SignedBody } from './body.ts'
import { canonicalText } from './canonical.ts'
import { type Envelope, payloadTypes, sealEnvelope, type Signature, verifyEnvelope } from './envelope.ts'
import { complaintsAbout, readBody } from './read-body.ts'
import { RecordError } from './record-error.ts'
import { sortedJson } from './sorted-json.ts'
import type { SigningKey } from './signing-key.ts'
import type { Role, TrustedKey } from './trusted-keys.ts'

const signers = {
  approval_review: 'admin',
  certification_run: 'runner',
  certification_check: 'runner',
  runtime_control: 'admin',
} as const satisfies Record<LedgerName, Role>

/** Whose signature a record of this ledger needs. */
export const roleOf = (ledger: LedgerName): Role => signers[ledger]

/** @throws RecordError when no record may be made of the body */
export function signBody(key: SigningKey, body: Body): SignedBody {
  const complaints = complaintsAbout(body)
  if (complaints.length > 0) throw new RecordError(complaints)
  return fromEnvelope(sealEnvelope(key, payloadTypes.record, canonicalText(body)))
}

export interface VerifiedBody {
  readonly body: Body
  readonly keys: readonly TrustedKey[]
}

/**
 * Reads exactly the bytes that were signed. That the body belongs to the ledger it was found in is for the caller to see.
 * @throws RecordError
 */
export function verifyBody(signed: SignedBody, trusted: readonly TrustedKey[]): VerifiedBody {
  const body = readBody(signed.body)
  const accepted = { payloadType: payloadTypes.record, role: roleOf(body.ledger) }
  const { keys } = verifyEnvelope(toEnvelope(signed), accepted, trusted)
  return { body, keys }
}

/** @throws RecordError when the signatures are not canonical JSON */
export function toEnvelope({ body, signatures }: SignedBody): Envelope {
  return {
    payloadType: payloadTypes.record,
    payload: Buffer.from(body).toString('base64'),
    signatures: readSignatures(signatures),
  }
}

/** Does not verify. */
export const fromEnvelope = ({ payload, signatures }: Envelope): SignedBody => ({
  body: Buffer.from(payload, 'base64').toString(),
  signatures: sortedJson(signatures),
})

function readSignatures(text: string): readonly Signature[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) && sortedJson(value) === text) return value as readonly Signature[]
  } catch {
    // Said below.
  }
  throw new RecordError('signatures: expected a canonical JSON array of keyid and sig')
}
