import {
  type Envelope,
  type FingerprintKey,
  fingerprints,
  type Intent,
  type LedgerName,
  publicationContract,
  signedHeads,
  subjectDigest,
} from '../record/index.ts'
import { type Sources, subjectOf, type Surroundings } from '../readiness/index.ts'
import { checkpointIn } from '../store/checkpoint-order.ts'
import { LedgerError, type LedgerStore, type RunKey, type StoredRecord } from '../store/store.ts'
import { type Advertisable, advertisable } from './advertisable.ts'
import { type InclusionProofs, inclusionProofs } from './inclusion.ts'
import { cite, type CitedRecord, type CitedRun, type ClaimsProjection, projectionSchemaId } from './projection.ts'
import type { ProjectedSubject } from './projection.ts'

/**
 * What may be claimed now, with the records that it rests on.
 * @param checkpoint envelope of a checkpoint over all records of the store
 * @throws LedgerError `refused` when a record came after the checkpoint
 */
export async function projectClaims(
  store: LedgerStore,
  checkpoint: string,
  around: Surroundings,
): Promise<ClaimsProjection> {
  const citing = await citations(store, checkpoint)
  const subjects: ProjectedSubject[] = []
  const { key } = around
  // Without the key no subject can be named, and none is ready.
  if (key !== undefined) {
    for (const each of await advertisable(around)) {
      const subject = await projected(each, { store, citing, around, key })
      if (isClaimable(subject)) subjects.push(subject)
    }
  }
  return {
    schema: projectionSchemaId,
    generated_at: around.now,
    requirements_digest: around.requirements_digest,
    checkpoint: JSON.parse(checkpoint) as Envelope,
    catalogue: key === undefined ? [] : catalogueOf(around.sources, key),
    subjects,
  }
}

/** What ran to be certified proves that it can run; the test intent never makes a result claimable (§3.3). */
const isClaimable = ({ local, live }: ProjectedSubject): boolean =>
  [local, live].every(({ run }) => (JSON.parse(run.body) as { readonly intent: Intent }).intent === 'production')

/** App fingerprints of what is configured. */
const catalogueOf = (sources: Sources, key: FingerprintKey): readonly string[] =>
  [
    ...new Set(
      sources.providers
        .filter(({ app }) => app.state === 'configured')
        .map((provider) => subjectOf({ provider, operation: 'connect' }, { sources, key }).app_fingerprint),
    ),
  ].toSorted()

interface Context {
  readonly store: LedgerStore
  readonly citing: (record: StoredRecord | undefined) => CitedRecord
  readonly around: Surroundings
  readonly key: FingerprintKey
}

async function projected(
  { subject, contract_digest, provider, account, profile }: Advertisable,
  { store, citing, around, key }: Context,
): Promise<ProjectedSubject> {
  const { capability_digest, required_scopes } = profile
  const { requirements_digest, now } = around
  const contract = publicationContract(subject, { capability_digest, required_scopes, requirements_digest })
  const bound = { account_id: account.id, provider: provider.id, workspace_id: account.workspace_id }
  const digest = subjectDigest(subject)
  const { grant } = account
  return {
    subject,
    configuration: { state: provider.app.state, source: provider.app.source },
    policy: account.policy,
    authorization: { granted_scopes: grant.scopes.toSorted(), expires_at: grant.expires_at ?? null },
    contract: { capability_digest, policy_digest: contract.policy_digest, required_scopes: required_scopes.toSorted() },
    contract_digest,
    review: citing(await store.newestReview(subject)),
    controls: (await store.newestControls(subject, now)).map(citing),
    local: await citedRun({ subjectDigest: digest, kind: 'local' }, store, citing),
    live: await citedRun(
      { subjectDigest: digest, kind: 'live', account: fingerprints(key).account(bound) },
      store,
      citing,
    ),
  }
}

async function citedRun(key: RunKey, store: LedgerStore, citing: Context['citing']): Promise<CitedRun> {
  const run = citing(await store.newestPass(key))
  const { id } = JSON.parse(run.body) as { readonly id: string }
  return { run, checks: (await store.checksOf(id)).map(citing) }
}

/** Every record up to the checkpoint can be cited; the hashes of a ledger are read once. */
async function citations(store: LedgerStore, checkpoint: string): Promise<Context['citing']> {
  const proofs = new Map<LedgerName, InclusionProofs>()
  for (const { ledger, size, root } of signedHeads(checkpointIn(checkpoint))) {
    if (size === 0) continue
    const hashes: string[] = []
    for await (const { recordHash } of store.read(ledger, 1, size)) hashes.push(recordHash)
    const made = inclusionProofs(hashes)
    if (made.root !== root)
      throw new LedgerError('refused', `${ledger}: the checkpoint says something else of its records`)
    proofs.set(ledger, made)
  }
  return (record) => {
    const made = record && proofs.get(record.ledger)
    if (!made || record.seq > made.size) {
      throw new LedgerError('refused', 'records were appended since the checkpoint was made; do it again')
    }
    return cite(record, made.proofOf(record.seq))
  }
}
