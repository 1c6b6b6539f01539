import { contractDigest, publicationContract, type SignedBody, type Subject, type TrustedKey } from '../record/index.ts'
import { fingerprintKey, fingerprints, type FingerprintKey } from '../record/index.ts'
import { anything, bodyOf, digestOf, samples, type Samples } from '../store/sample-bodies.test.support.ts'
import { freshFile } from '../store/sqlite/fresh-file.test.support.ts'
import { initStore, openStore } from '../store/open-store.ts'
import type { Batch, LedgerStore } from '../store/store.ts'
import { openReadiness, type Readiness } from './open-readiness.ts'
import type { AccountSource, ProviderSource, Sources } from './sources.ts'

export const account: AccountSource = {
  id: 'acct-1',
  workspace_id: 'w-1',
  kind: 'standard',
  policy_mode: 'standard',
  grant: { state: 'valid', scopes: [] },
  policy: 'allowed',
}
export const provider: ProviderSource = {
  id: 'blog',
  display_name: 'Blog',
  implemented: true,
  app: {
    state: 'configured',
    source: 'environment',
    label: 'blog-app',
    provider_environment: 'production',
    instance: '',
  },
  profiles: [{ id: 'blog.post', capability_digest: digestOf('capability'), required_scopes: [] }],
  accounts: [account],
  trial_permitted: false,
}
export const sources: Sources = {
  edition: 'cloud',
  enforced: true,
  deployment_environment: 'production',
  denied: [],
  providers: [provider],
}

/** A moment at which everything that the samples date is in force. */
export const now = '2026-01-02T00:00:00.000Z'

export const requirements_digest: string = digestOf('requirements')

export interface Healthy extends AsyncDisposable {
  readonly store: LedgerStore
  readonly sample: Samples
  readonly trusted: readonly TrustedKey[]
  readonly key: FingerprintKey
  readonly subject: Subject
  readonly path: string
  /** Evidence of the subject, or of its other publish, that matches its contract. */
  evidence(
    kind: 'local' | 'live',
    result?: 'passed' | 'failed',
    testedAt?: string,
    operation?: 'publish_immediate' | 'publish_scheduled',
  ): Promise<Batch>
  readiness(more?: Partial<Parameters<typeof openReadiness>[0]>): Promise<Readiness>
}

/** Ledgers in which one subject of the provider may do everything: enabled, approved, local and live evidence current. */
export async function healthy(of: ProviderSource = provider): Promise<Healthy> {
  const [profile] = of.profiles
  const [holder] = of.accounts
  if (!profile || !holder) throw new TypeError('a provider that publishes has a profile and an account')
  const file = await freshFile()
  await initStore(file.path)
  const store = await openStore(file.path)
  const sample = samples(7)
  const key = fingerprintKey(Buffer.alloc(32, 7))
  const app_fingerprint = fingerprints(key).app({ provider: of.id, app: of.app.label })
  const named = { provider: of.id, output_profile: profile.id, app_fingerprint }
  const subject = { ...sample.subject(named), operation: 'publish_immediate' } as const
  const review = sample.review({ provider: of.id, app_fingerprint })
  await store.append([[review], [sample.control({ ...anything, provider: of.id, app_fingerprint })]])
  const recordHash = (await store.newestReview(subject))?.recordHash ?? ''
  const contractOf = (operation: 'publish_immediate' | 'publish_scheduled'): string =>
    contractDigest(
      publicationContract(
        { ...subject, operation },
        {
          capability_digest: profile.capability_digest,
          required_scopes: profile.required_scopes,
          requirements_digest,
        },
      ),
    )
  const { id: account_id, workspace_id } = holder
  const account_fingerprint = fingerprints(key).account({ account_id, provider: of.id, workspace_id })
  const evidence: Healthy['evidence'] = async (
    kind,
    result = 'passed',
    testedAt = '2026-01-01T12:00:00.000Z',
    operation = 'publish_immediate',
  ) => {
    const contract_digest = contractOf(operation)
    const wish = {
      subject: { ...subject, operation },
      kind,
      result,
      testedAt,
      ...(kind === 'live' ? { under: { review, recordHash } } : {}),
    }
    const [run, ...checks] = sample.run(wish)
    const body = bodyOf(run)
    if (body.ledger !== 'certification_run') throw new Error('a batch begins with its run')
    const bound = kind === 'live' ? { account_fingerprint } : {}
    const batch: readonly SignedBody[] = [sample.sign({ ...body, contract_digest, ...bound }), ...checks]
    await store.append([batch])
    return batch
  }
  await evidence('local')
  await evidence('live')
  return {
    store,
    sample,
    trusted: sample.trusted,
    key,
    subject,
    path: file.path,
    evidence,
    readiness: (more = {}) =>
      openReadiness({
        sources: { ...sources, providers: [of] },
        store,
        trusted: sample.trusted,
        key,
        requirements_digest,
        clock: () => Date.parse(now),
        ...more,
      }),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await file[Symbol.asyncDispose]()
    },
  }
}
