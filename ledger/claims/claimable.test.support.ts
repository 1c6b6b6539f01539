import {
  type CertificationRunBody,
  contractDigest,
  type EvidenceKind,
  fingerprintKey,
  type FingerprintKey,
  fingerprints,
  publicationContract,
} from '../record/index.ts'
import { openEvidence, type Sources, type Surroundings } from '../readiness/index.ts'
import { account, provider, sources as healthySources } from '../readiness/healthy.test.support.ts'
import { bodyOf, digestOf, later, type Samples, samples } from '../store/sample-bodies.test.support.ts'
import { freshFile } from '../store/sqlite/fresh-file.test.support.ts'
import type { LedgerStore } from '../store/store.ts'
import type { Verification } from '../store/verify/verification.ts'
import { verifyLedgers } from '../store/verify/verify-ledgers.ts'
import { claimsFrom } from './claims-from.ts'
import { currentCheckpoint } from './current-checkpoint.ts'
import { projectClaims } from './project-claims.ts'
import type { ClaimsProjection } from './projection.ts'

export interface Claimable extends AsyncDisposable {
  readonly store: LedgerStore
  readonly path: string
  readonly sample: Samples
  readonly key: FingerprintKey
  readonly now: string
  verified(): Promise<Verification>
  around(sources?: Sources): Promise<Surroundings>
  /** Verifies, makes a checkpoint where one is needed, and projects. */
  project(sources?: Sources): Promise<{ readonly projection: ClaimsProjection; readonly claims: string }>
  /** Evidence of the subject that matches its contract. */
  run(kind: EvidenceKind, more?: Partial<CertificationRunBody>, result?: 'passed' | 'failed'): Promise<void>
}

export interface ClaimableWish {
  /** When everything is asked; what is recorded lies a day before. */
  readonly now?: string
  readonly kinds?: readonly EvidenceKind[]
  readonly run?: Partial<CertificationRunBody>
  readonly requirements_digest?: string
  readonly capability_digest?: string
}

/** Ledgers in a file from which one claim follows, for the account and the provider of the readiness tests. */
export async function claimable(wish: ClaimableWish = {}): Promise<Claimable> {
  const { now = '2026-01-02T00:00:00.000Z', kinds = ['local', 'live'] } = wish
  const { requirements_digest = digestOf('requirements'), capability_digest = digestOf('capability') } = wish
  const file = await freshFile()
  const store = await file.open()
  const sample = samples(7)
  const key = fingerprintKey(Buffer.alloc(32, 7))
  const [yesterday, noon] = [later(now, -24 * 60), later(now, -12 * 60)]
  const app_fingerprint = fingerprints(key).app({ provider: provider.id, app: provider.app.label })
  const subject = { ...sample.subject({ app_fingerprint }), operation: 'publish_immediate' } as const
  const review = sample.review({
    app_fingerprint,
    recorded_at: yesterday,
    reviewed_at: yesterday,
    expires_at: later(now, 200 * 24 * 60),
  })
  const control = sample.control({ ...subject, operation: '', recorded_at: yesterday, starts_at: yesterday })
  await store.append([[review], [control]])
  const recordHash = (await store.newestReview(subject))?.recordHash ?? ''
  const contract = { capability_digest, required_scopes: [], requirements_digest }
  const contract_digest = contractDigest(publicationContract(subject, contract))
  const bound = { account_id: account.id, provider: provider.id, workspace_id: account.workspace_id }
  const verified: Claimable['verified'] = () => verifyLedgers(store, { trusted: sample.trusted })
  const profiles = provider.profiles.map((each) => ({ ...each, capability_digest }))
  const ready: Sources = { ...healthySources, providers: [{ ...provider, profiles }] }
  const around: Claimable['around'] = async (sources = ready) => ({
    sources,
    evidence: openEvidence({
      store,
      trusted: sample.trusted,
      verified: (await verified()).heads.map(({ head, ...rest }) => ({ ...rest, hash: head })),
      clock: () => Date.parse(now),
    }),
    key,
    requirements_digest,
    now,
  })
  const run: Claimable['run'] = async (kind, more = {}, result = 'passed') => {
    const live = kind === 'live' ? { under: { review, recordHash } } : {}
    const [signed, ...checks] = sample.run({ subject, kind, result, testedAt: noon, ...live })
    const account_fingerprint = kind === 'live' ? fingerprints(key).account(bound) : ''
    const body = bodyOf(signed) as CertificationRunBody
    await store.append([[sample.sign({ ...body, contract_digest, account_fingerprint, ...more }), ...checks]])
  }
  for (const kind of kinds) await run(kind, wish.run)
  return {
    store,
    path: file.path,
    sample,
    key,
    now,
    verified,
    around,
    run,
    async project(sources) {
      const checkpoint = await currentCheckpoint(store, await verified(), sample.keys.ledger, Date.parse(now))
      const projection = await projectClaims(store, checkpoint, await around(sources))
      return { projection, claims: claimsFrom(projection) }
    },
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  }
}
