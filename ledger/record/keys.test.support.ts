import { generateKeyPairSync } from 'node:crypto'
import type { SigningKey } from './signing-key.ts'
import { keyidOf, type Role, type TrustedKey } from './trusted-keys.ts'

/** A key pair that is in no file. */
export function freshKey(role: Role): { readonly key: SigningKey; readonly trusted: TrustedKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyid = keyidOf(publicKey)
  return { key: { keyid, privateKey }, trusted: { keyid, role, publicKey } }
}
