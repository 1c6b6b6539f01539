import { type Checkpoint, complaintsAboutSuccession, readCheckpoint, RecordError } from '../record/index.ts'

/**
 * Why a checkpoint cannot be the next one, one sentence each; empty when it can. Asked inside the transaction that appends
 * it. Who signed it is not looked at: a database has no list of trusted keys.
 * @param newest the envelope that was appended last
 */
export function whyNotNext(envelope: string, newest: string | undefined): readonly string[] {
  try {
    const next = readCheckpoint(checkpointTextOf(envelope))
    if (newest !== undefined) return complaintsAboutSuccession(checkpointTextOf(newest), next)
    return next.previous_checkpoint_digest === ''
      ? []
      : ['previous_checkpoint_digest: expected nothing for the first one']
  } catch (thrown) {
    if (thrown instanceof RecordError) return thrown.complaints
    throw thrown
  }
}

/** The text that was signed, unverified. @throws RecordError */
export function checkpointTextOf(envelope: string): string {
  const { payload } = readEnvelope(envelope)
  if (typeof payload !== 'string') throw new RecordError('expected a DSSE envelope: payloadType, payload, signatures')
  return Buffer.from(payload, 'base64').toString()
}

/** @throws RecordError */
export function readEnvelope(text: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as { readonly [key: string]: unknown }
  } catch {
    // Said below.
  }
  throw new RecordError('expected a DSSE envelope as JSON')
}

/** What a checkpoint says, unverified. @throws RecordError */
export const checkpointIn = (envelope: string): Checkpoint => readCheckpoint(checkpointTextOf(envelope))
