import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { RecordError } from './record-error.ts'
import { createSecretFile, readSecretFile } from './secret-file.ts'
import { distrustKey, keyidOf, type Role, trustKey, type TrustedKey } from './trusted-keys.ts'

/** A private key. What it may sign says the list of trusted keys, not the key. */
export interface SigningKey {
  readonly keyid: string
  readonly privateKey: KeyObject
}

export interface CreatedKey {
  readonly file: string
  readonly key: SigningKey
  /** What has to be put on the lists of those who are to believe it. */
  readonly trusted: TrustedKey
}

/**
 * Makes an Ed25519 key pair and writes `<role>.pem`, PKCS 8, mode 0600.
 * @param list file with a list of trusted keys, on which the key is put first: whoever finds the key finds it listed
 * @throws RecordError when there is such a file already: a key is never overwritten
 */
export async function createSigningKey(folder: string, role: Role, note?: string, list?: string): Promise<CreatedKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const file = join(folder, `${role}.pem`)
  const keyid = keyidOf(publicKey)
  const trusted = { keyid, role, publicKey, ...(note === undefined ? {} : { note }) }
  if (list !== undefined) await trustKey(list, trusted)
  try {
    if (!(await createSecretFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()))) {
      throw new RecordError(`there is a key in ${file} already; it is not overwritten`)
    }
  } catch (thrown) {
    // Nobody has its private half.
    if (list !== undefined) await takenOff(list, trusted, thrown)
    throw thrown
  }
  return { file, key: { keyid, privateKey }, trusted }
}

/** @throws RecordError */
export async function readSigningKey(file: string): Promise<SigningKey> {
  const privateKey = parsed(await readSecretFile(file))
  if (privateKey?.asymmetricKeyType !== 'ed25519') throw new RecordError(`${file} is not an Ed25519 private key in PEM`)
  return { keyid: keyidOf(createPublicKey(privateKey)), privateKey }
}

async function takenOff(list: string, trusted: TrustedKey, why: unknown): Promise<void> {
  await distrustKey(list, trusted).catch(() => {
    const says = why instanceof Error ? why.message : String(why)
    throw new RecordError(`${says}; ${list} lists its public half all the same: take ${trusted.keyid} off`, {
      cause: why,
    })
  })
}

/** The cause is left out: it may quote the file. */
function parsed(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
