import { createPublicKey } from 'node:crypto'
import type { FingerprintKey, SigningKey, TrustedKey } from '../../ledger/record/index.ts'
import { openFingerprints, openSigningKey } from '../ledger/keys-folder.ts'

/** What a record cannot be made without. */
export interface CertifyingKeys {
  readonly fingerprint: FingerprintKey
  readonly runner: SigningKey
  /** The runner's public half. */
  readonly own: TrustedKey
}

/**
 * Opens both keys, or makes them, before anything long is begun.
 * @param note what the list of trusted keys says of a new one
 * @throws RecordError
 */
export async function openKeys(folder: string, note?: string): Promise<CertifyingKeys> {
  const fingerprint = await openFingerprints(folder)
  const runner = await openSigningKey(folder, 'runner', note)
  const own = { keyid: runner.keyid, role: 'runner', publicKey: createPublicKey(runner.privateKey) } as const
  return { fingerprint, runner, own }
}
