import { access } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import {
  createSigningKey,
  openFingerprintKey,
  type FingerprintKey,
  readSigningKey,
  readTrustedKeys,
  type Role,
  type SigningKey,
  trustKey,
  type TrustedKey,
} from '../../ledger/record/index.ts'

/** Where keys lie unless `--keys` says otherwise: outside every ledger and its backups. */
export const defaultKeysFolder = 'touchstone-keys'

export const fingerprintKeyFile = (folder: string): string => join(folder, 'fingerprint.key')

export const trustedKeysFile = (folder: string): string => join(folder, 'trusted-keys.json')

/** Keys whose signatures are believed; none as long as no key was made. @throws RecordError */
export async function trustedKeys(folder: string, file: string | undefined): Promise<readonly TrustedKey[]> {
  const list = file ?? trustedKeysFile(folder)
  return file === undefined && !(await exists(list)) ? [] : readTrustedKeys(list)
}

/**
 * The key of a role, `<role>.pem`, made and put on the list of trusted keys on first use, which standard error says.
 * @param note what the list says of it, for instance `test-only`
 * @throws RecordError when it can neither be read nor made
 */
export async function openSigningKey(folder: string, role: Role, note?: string): Promise<SigningKey> {
  const file = join(folder, `${role}.pem`)
  if (await exists(file)) return readSigningKey(file)
  const { key, trusted } = await createSigningKey(folder, role, note)
  await trustKey(trustedKeysFile(folder), trusted)
  say(`made the ${role} key ${file} and put it on ${trustedKeysFile(folder)}; keep the key, and give others the list`)
  return key
}

/** The key of all fingerprints, made on first use, which standard error says. @throws RecordError */
export async function openFingerprints(folder: string): Promise<FingerprintKey> {
  const file = fingerprintKeyFile(folder)
  const { key, created } = await openFingerprintKey(file)
  if (created) say(`made the fingerprint key ${file}; without it no new record can be compared with an old one`)
  return key
}

const say = (text: string): void => void process.stderr.write(`touchstone: ${text}\n`)

const exists = async (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
