import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Shape } from '../../fixtures/index.ts'
import { initStore, openStore, verifyLedgers } from '../../ledger/store/index.ts'
import { trustedKeys } from '../ledger/keys-folder.ts'
import { UsageError } from '../usage-error.ts'
import { appendRecords } from './append-records.ts'
import { checkoutAt } from './git-revision.ts'
import { type CertifyingKeys, openKeys } from './keys.ts'
import type { LocalOptions } from './local.ts'
import type { MadeRecord } from './make-records.ts'
import { packageFolder, readShipped } from './shipped.ts'
import type { Wanted } from './wanted.ts'

/** Everything that the records of a demonstration need; its keys lie in the folder of its reports and vouch for nothing. */
export interface DemoRecords {
  readonly ledger: string
  readonly keysFolder: string
  readonly keys: CertifyingKeys
  /** How the revision came about. */
  readonly revisionIs: string
  optionsFor(shape: Shape): Pick<LocalOptions, 'wanted' | 'revision' | 'shipped' | 'keys'>
}

/** The reason instead, when no record can be made by this installation. */
export async function prepareDemoRecords(out: string): Promise<DemoRecords | string> {
  try {
    const shipped = await readShipped()
    const keysFolder = join(out, 'keys')
    const keys = await openKeys(keysFolder, 'test-only')
    const { revision, revisionIs } = await ownRevision()
    const wanted = (shape: Shape): Wanted => ({
      operator: 'touchstone demo',
      app: `reference connector, ${shape}`,
      accountKind: 'standard',
      policyMode: 'standard',
      deploymentEnvironment: 'local',
      providerEnvironment: 'sandbox',
      instance: undefined,
      revision,
      validityDays: 1,
      keys: keysFolder,
      trialPermitted: false,
      requiredScopes: [],
      grantedScopes: [],
      evidence: 'local',
      append: undefined,
      ledger: undefined,
      trusted: undefined,
    })
    return {
      ledger: join(out, 'evidence.sqlite'),
      keysFolder,
      keys,
      revisionIs,
      optionsFor: (shape) => ({ wanted: wanted(shape), revision, shipped, keys }),
    }
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message
    throw thrown
  }
}

/** Appends the records and verifies the whole ledger. */
export async function keepDemoRecords(
  { ledger, keys, keysFolder }: DemoRecords,
  records: readonly MadeRecord[],
): Promise<{ readonly ok: boolean }> {
  await initStore(ledger)
  await appendRecords(ledger, records, keys.own)
  await using store = await openStore(ledger, { readonly: true })
  return await verifyLedgers(store, { trusted: await trustedKeys(keysFolder, undefined) })
}

/** The reference connector is part of this package, so its revision is ours. */
async function ownRevision(): Promise<{ readonly revision: string; readonly revisionIs: string }> {
  const checkout = await checkoutAt(packageFolder)
  const isOurs = checkout !== undefined && (await realpath(packageFolder)) === (await realpath(checkout.top))
  if (!isOurs)
    return { revision: '0'.repeat(40), revisionIs: 'forty zeros for a revision, as there is no Git checkout' }
  const { revision, changed } = checkout
  return { revision, revisionIs: `revision ${revision.slice(0, 12)}${changed.length > 0 ? ' and changes to it' : ''}` }
}
