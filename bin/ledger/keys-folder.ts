import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createSigningKey,
  openFingerprintKey,
  type FingerprintKey,
  readSigningKey,
  readTrustedKeys,
  RecordError,
  type Role,
  type SigningKey,
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
  using _alone = await aloneIn(folder)
  // Somebody else may have made it meanwhile.
  if (await exists(file)) return readSigningKey(file)
  const { key } = await createSigningKey(folder, role, note, trustedKeysFile(folder))
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

/** Services that start at once share their keys: one of them makes a key, and the list keeps what each of them adds. */
async function aloneIn(folder: string): Promise<Disposable> {
  const { lockForProcess } = await import('../../ledger/store/process-lock.ts')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (let left = patienceMs; left > 0; left -= 20) {
      const lock = lockForProcess(join(folder, '.making'))
      if (lock !== undefined) return lock
      await pause(20)
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    throw new RecordError(`no key can be made in ${folder} (${code})`, { cause })
  }
  throw new RecordError(`another process has been making a key in ${folder} for ${patienceMs / 1000} s; try again`)
}

const patienceMs = 10_000
const say = (text: string): void => void process.stderr.write(`touchstone: ${text}\n`)

const exists = async (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
