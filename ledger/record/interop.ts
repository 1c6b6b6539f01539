import { createHash } from 'node:crypto'
import type { Contract } from './contract.ts'
import { contractPreimage, sha256 } from './digests.ts'
import { goJson } from './go-json.ts'

/*
 * Digests as another implementation makes them, without a key: for comparing what is imported from there. Whoever guesses
 * the value can find it again, so nothing of ours is recorded like this and nothing so recorded is ever claimable.
 */

/** The client secret is not part of it: rotating it changes nothing. */
export const appFingerprint = (app: {
  readonly provider: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly instance_url: string
}): string =>
  sha256(
    goJson({
      provider: app.provider,
      client_id: app.client_id,
      redirect_uri: app.redirect_uri,
      instance_url: app.instance_url,
    }),
  )

export function instanceFingerprint(url: string): string {
  const trimmed = url.trim().replace(/\/+$/, '')
  return trimmed === '' ? '' : sha256(goJson(trimmed))
}

export const accountReferenceHash = (account: {
  readonly workspace_id: string
  readonly account_id: string
  readonly provider: string
}): string =>
  sha256(
    goJson({
      schema_version: 1,
      workspace_id: account.workspace_id,
      account_id: account.account_id,
      provider: account.provider,
    }),
  )

export const operatorRef = (userId: string): string =>
  `operator:sha256:${createHash('sha256').update(userId).digest('hex')}`

/** Without the digest of the requirement list. */
export const contractDigest = (contract: Contract): string => sha256(goJson(contractPreimage(contract)))
