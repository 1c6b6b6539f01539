import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { RecordError } from './record-error.ts'
import { sortedJson } from './sorted-json.ts'

/** Without the key nobody can tell from a fingerprint what it is of, not even by trying every value there is. */
export interface FingerprintKey {
  /** 16 hexadecimal digits; says which key it was, and nothing of the key. */
  readonly id: string
  readonly secret: KeyObject
}

/** @param bytes 32 random bytes */
export function fingerprintKey(bytes: Uint8Array): FingerprintKey {
  if (bytes.length !== 32) throw new RecordError('expected a fingerprint key of 32 bytes')
  const id = createHash('sha256').update('evidence-fp-kid/v1\n').update(bytes).digest('hex').slice(0, 16)
  return { id, secret: createSecretKey(bytes) }
}

/** One function for each kind of thing that a record refers to; the kinds do not meet, even for equal values. */
export interface Fingerprints {
  /** The provider app: `provider.id` of the manifest and the label that the operator gave it. */
  app(of: { readonly provider: string; readonly app: string }): string
  /** @param url of a federated instance, of which only the origin counts; throws RecordError when it is not one */
  instance(url: string): string
  account(of: { readonly account_id: string; readonly provider: string; readonly workspace_id: string }): string
  externalResult(of: { readonly external_id: string; readonly operation_id: string; readonly provider: string }): string
}

/** Each gives `sha256:` and 64 hexadecimal digits. */
export const fingerprints = (key: FingerprintKey): Fingerprints => ({
  app: ({ provider, app }) => `sha256:${keyed(key, 'app', { provider, app })}`,
  instance: (url) => `sha256:${keyed(key, 'instance', originOf(url))}`,
  account: ({ account_id, provider, workspace_id }) =>
    `sha256:${keyed(key, 'account', { account_id, provider, workspace_id })}`,
  externalResult: ({ external_id, operation_id, provider }) =>
    `sha256:${keyed(key, 'external_result', { external_id, operation_id, provider })}`,
})

/** Who is responsible, for the `operator_ref` of a record. @param name however the operator is called; never recorded */
export const operatorRef = (key: FingerprintKey, name: string): string =>
  `operator:hmac-sha256:${key.id}:${keyed(key, 'operator', name.normalize('NFC').trim())}`

const keyed = ({ secret }: FingerprintKey, kind: string, value: unknown): string =>
  createHmac('sha256', secret)
    .update(`evidence-fp/v1\n${kind}\n${sortedJson(value)}`)
    .digest('hex')

/** Lower case, punycode, without the default port. */
function originOf(url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null'
  if (origin === 'null') throw new RecordError('expected the URL of an instance')
  return origin
}
