import { sign, verify } from 'node:crypto'
import { RecordError } from './record-error.ts'
import type { SigningKey } from './signing-key.ts'
import type { Role, TrustedKey } from './trusted-keys.ts'

/** What a payload is, which is signed with it: a checkpoint is no record, whoever signed it. */
export const payloadTypes = {
  record: 'application/vnd.touchstone.evidence-record.v1+json',
  checkpoint: 'application/vnd.touchstone.evidence-checkpoint.v1+json',
  projection: 'application/vnd.touchstone.claims-projection.v1+json',
} as const
export type PayloadType = (typeof payloadTypes)[keyof typeof payloadTypes]

export interface Signature {
  readonly keyid: string
  /** base64 */
  readonly sig: string
}

/** DSSE 1.0.2 */
export interface Envelope {
  readonly payloadType: string
  /** base64 */
  readonly payload: string
  readonly signatures: readonly Signature[]
}

/** Pre-authentication encoding: what is signed. */
export const pae = (payloadType: string, payload: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload])

export function sealEnvelope({ keyid, privateKey }: SigningKey, payloadType: string, text: string): Envelope {
  const payload = Buffer.from(text)
  const sig = sign(null, pae(payloadType, payload), privateKey).toString('base64')
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid, sig }] }
}

/** What is believed: this type of payload, from keys that are trusted in this role. */
export interface Accepted {
  readonly payloadType: PayloadType
  readonly role: Role
}

/** The keys that signed, and the very text that they signed. */
export interface Verified {
  readonly text: string
  readonly keys: readonly TrustedKey[]
}

/**
 * Stricter than DSSE asks: every signature must be of a trusted key in the accepted role, no key signs twice, and base64
 * has one spelling. So there is no bit of an envelope that could change unnoticed.
 * @throws RecordError
 */
export function verifyEnvelope(envelope: unknown, accepted: Accepted, trusted: readonly TrustedKey[]): Verified {
  if (!isEnvelope(envelope)) throw new RecordError('expected a DSSE envelope: payloadType, payload, signatures')
  const { payloadType, payload, signatures } = envelope
  if (payloadType !== accepted.payloadType) throw new RecordError(`payloadType: expected ${accepted.payloadType}`)
  const bytes = decoded(payload, 'payload')
  if (signatures.length === 0) throw new RecordError('signatures: expected at least one')
  const signed = pae(payloadType, bytes)
  const keys = signatures.map((signature) => signerOf(signature, signed, accepted.role, trusted))
  if (new Set(keys).size < keys.length) throw new RecordError('signatures: expected one of each key')
  const text = bytes.toString()
  if (!Buffer.from(text).equals(bytes)) throw new RecordError('payload: expected UTF-8')
  return { text, keys }
}

function signerOf({ keyid, sig }: Signature, signed: Buffer, role: Role, trusted: readonly TrustedKey[]): TrustedKey {
  // The id only says which key to try: what counts is that the signature verifies with it.
  const key = trusted.find((each) => each.keyid === keyid)
  if (!key) throw new RecordError('signatures: expected a key that is trusted; this one is on no list')
  if (key.role !== role)
    throw new RecordError(`signatures: expected a key trusted as ${role}; this one is trusted as ${key.role}`)
  if (!verify(null, signed, key.publicKey, decoded(sig, 'signatures'))) {
    throw new RecordError(
      'signatures: does not verify; the payload or the signature was changed, or another key signed it',
    )
  }
  return key
}

function decoded(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new RecordError(`${what}: expected base64, padded, without white space`)
  return bytes
}

const isEnvelope = (value: unknown): value is Envelope =>
  hasExactly(value, ['payload', 'payloadType', 'signatures']) &&
  typeof value['payloadType'] === 'string' &&
  typeof value['payload'] === 'string' &&
  Array.isArray(value['signatures']) &&
  value['signatures'].every(isSignature)

const isSignature = (value: unknown): value is Signature =>
  hasExactly(value, ['keyid', 'sig']) && typeof value['keyid'] === 'string' && typeof value['sig'] === 'string'

const hasExactly = (value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.keys(value).toSorted().join() === keys.join()
