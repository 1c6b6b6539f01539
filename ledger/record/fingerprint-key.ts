import { randomBytes } from 'node:crypto'
import { type FingerprintKey, fingerprintKey } from './fingerprint.ts'
import { RecordError } from './record-error.ts'
import { createSecretFile, readSecretFile } from './secret-file.ts'

/**
 * The key in a file, which is created on first use. Whoever has it can tell what fingerprints are of; whoever loses it
 * can compare no new record with an old one. It belongs neither into the ledger nor into its backups.
 * @throws RecordError
 */
export async function openFingerprintKey(
  file: string,
): Promise<{ readonly key: FingerprintKey; readonly created: boolean }> {
  const created = await createSecretFile(file, `${randomBytes(32).toString('hex')}\n`)
  return { key: await readFingerprintKey(file), created }
}

/** @throws RecordError when there is none */
export async function readFingerprintKey(file: string): Promise<FingerprintKey> {
  const text = await readSecretFile(file)
  if (!/^[0-9a-f]{64}\n?$/.test(text)) throw new RecordError(`${file} is not a fingerprint key`)
  return fingerprintKey(Buffer.from(text.trim(), 'hex'))
}
