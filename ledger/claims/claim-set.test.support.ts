import {
  type ApprovalReviewBody,
  type Body,
  type CertificationCheckBody,
  type CertificationRunBody,
  checkpointText,
  checksDigest,
  contractDigest,
  createMerkleTree,
  type EvidenceKind,
  genesisHash,
  ledgerNames,
  type LedgerName,
  makeCheckpoint,
  payloadTypes,
  publicationContract,
  type PublishOperation,
  recordHash,
  type RuntimeControlBody,
  sealEnvelope,
  type SignedBody,
  type Subject,
  subjectDigest,
} from '../record/index.ts'
import { bodyOf, digestOf, type Samples, samples } from '../store/sample-bodies.test.support.ts'
import type { StoredRecord } from '../store/store.ts'
import { claimsFrom } from './claims-from.ts'
import type { GateInput } from './claims-gate.ts'
import { inclusionProofs } from './inclusion.ts'
import {
  cite,
  type CitedRecord,
  type ClaimsProjection,
  type ProjectedSubject,
  projectionSchemaId,
} from './projection.ts'
import { projectionFileText } from './projection-file.ts'
import { bindRelease, type ReleaseManifest, releaseManifestText } from './release-manifest.ts'
import { inOrder, subjectKey } from './subject-key.ts'

export const now = '2026-01-02T00:00:00.000Z'
export const revision = '89abcdef0123456789abcdef0123456789abcdef'
export const requirements_digest: string = digestOf('requirements')

const testedAt = '2026-01-01T12:00:00.000Z'

/** What is not as it should be; everything that follows from it is made to fit. */
export interface Wish {
  readonly subject?: Partial<Subject>
  readonly operations?: readonly PublishOperation[]
  readonly scopes?: { readonly required?: readonly string[]; readonly granted?: readonly string[] }
  readonly review?: Partial<ApprovalReviewBody>
  readonly control?: Partial<RuntimeControlBody>
  readonly local?: Partial<CertificationRunBody>
  readonly live?: Partial<CertificationRunBody>
  readonly checks?: (check: CertificationCheckBody) => CertificationCheckBody
  readonly projected?: (subject: ProjectedSubject) => ProjectedSubject
  /** Seals what a projection cites, instead of the ledger key of the set. */
  readonly projection?: (projection: ClaimsProjection, sample: Samples) => ClaimsProjection
  readonly claims?: (text: string) => string | Uint8Array
  readonly release?: (manifest: ReleaseManifest) => object
  readonly input?: (input: GateInput, sample: Samples) => Partial<GateInput>
}

/** A set that the gate lets through, but for one wish. */
export function claimSet(wish: Wish = {}): GateInput {
  const sample = samples(7)
  const ledgers = ledgersOf(sample)
  const { operations = ['publish_immediate'] } = wish
  const drafts = operations.map((operation) => draft(sample, operation, wish, ledgers))
  const checkpoint = checkpointOver(sample, ledgers)
  const subjects = drafts
    .map((finish) => finish())
    .map((each) => wish.projected?.(each) ?? each)
    .toSorted((a, b) => inOrder(subjectKey(a.subject), subjectKey(b.subject)))
  const projection: ClaimsProjection = {
    schema: projectionSchemaId,
    generated_at: now,
    requirements_digest,
    checkpoint,
    catalogue: [digestOf('app')],
    subjects,
  }
  const changed = wish.projection?.(projection, sample) ?? projection
  const written = claimsOf(changed, projection)
  const bytes = Buffer.from(wish.claims?.(written) ?? written)
  const manifest = bindRelease(bytes, { version: 'v1.2.3', revision, claimCount: countIn(bytes) })
  const release = wish.release?.(manifest) ?? manifest
  const input: GateInput = {
    file: { bytes, isRegular: true, others: [] },
    release: releaseManifestText(release as ReleaseManifest),
    head: revision,
    projection: projectionFileText(sample.keys.ledger, changed),
    trusted: sample.trusted,
    requirements_digest,
    now,
    maxAgeHours: 24,
  }
  return { ...input, ...wish.input?.(input, sample) }
}

/** Where a citation was broken there is no file to be made; then it stays as it was. */
function claimsOf(changed: ClaimsProjection, sound: ClaimsProjection): string {
  try {
    return claimsFrom(changed)
  } catch {
    return claimsFrom(sound)
  }
}

function countIn(bytes: Uint8Array): number {
  try {
    return (JSON.parse(Buffer.from(bytes).toString()) as { readonly claims: readonly unknown[] }).claims.length
  } catch {
    return 0
  }
}

interface Ledgers {
  add(...signed: readonly SignedBody[]): readonly StoredRecord[]
  readonly of: Readonly<Record<LedgerName, StoredRecord[]>>
}

/** Not empty, so that proofs have a length. */
function ledgersOf(sample: Samples): Ledgers {
  const of = { approval_review: [], certification_run: [], certification_check: [], runtime_control: [] } as Record<
    LedgerName,
    StoredRecord[]
  >
  const add: Ledgers['add'] = (...signed) =>
    signed.map((each) => {
      const { ledger } = bodyOf(each)
      const [seq, prevHash] = [of[ledger].length + 1, of[ledger].at(-1)?.recordHash ?? genesisHash]
      const record = { ...each, ledger, seq, prevHash, recordHash: recordHash(ledger, seq, prevHash, each.body) }
      of[ledger].push(record)
      return record
    })
  const other = { provider: 'other' }
  add(
    sample.control(other),
    sample.review(other),
    sample.control(other),
    ...sample.run({ subject: sample.subject(other) }),
  )
  return { add, of }
}

/** Adds the records of a subject, and gives what makes citations of them once all are there. */
function draft(sample: Samples, operation: PublishOperation, wish: Wish, ledgers: Ledgers): () => ProjectedSubject {
  const subject = { ...sample.subject(wish.subject), operation }
  const { provider, app_fingerprint, provider_environment, instance_fingerprint } = subject
  const { required = [], granted = required } = wish.scopes ?? {}
  const contract = publicationContract(subject, {
    capability_digest: digestOf('capability'),
    required_scopes: required,
    requirements_digest,
  })
  const contract_digest = contractDigest(contract)
  const about = { provider, app_fingerprint, provider_environment, instance_fingerprint }
  const signedReview = sample.review({ ...about, ...wish.review })
  const [review] = ledgers.add(signedReview)
  const [control] = ledgers.add(sample.control({ ...subject, ...wish.control }))
  const run = (kind: EvidenceKind): readonly StoredRecord[] => {
    const live = kind === 'live' ? { under: { review: signedReview, recordHash: review?.recordHash ?? '' } } : {}
    const [signed, ...checks] = sample.run({ subject, kind, testedAt, ...live })
    const made = checks.map((each) => bodyOf(each) as CertificationCheckBody).map((each) => wish.checks?.(each) ?? each)
    const body: Body = {
      ...(bodyOf(signed) as CertificationRunBody),
      contract_digest,
      required_scopes: required,
      granted_scopes: granted,
      checks_digest: checksDigest(made),
      ...wish[kind],
    }
    const whole = { ...body, subject_digest: wish[kind]?.subject_digest ?? subjectDigest(body) }
    return ledgers.add(sample.sign(whole), ...made.map((each) => sample.sign(each)))
  }
  const [local, ...localChecks] = run('local')
  const [live, ...liveChecks] = run('live')
  return () => {
    const cited = (record: StoredRecord | undefined): CitedRecord => {
      if (!record) throw new Error('a set has every record')
      return cite(record, inclusionProofs(ledgers.of[record.ledger].map((each) => each.recordHash)).proofOf(record.seq))
    }
    return {
      subject,
      configuration: { state: 'configured', source: 'environment' },
      policy: 'allowed',
      authorization: { granted_scopes: granted, expires_at: null },
      contract: {
        capability_digest: contract.capability_digest,
        policy_digest: contract.policy_digest,
        required_scopes: required,
      },
      contract_digest,
      review: cited(review),
      controls: [cited(control)],
      local: { run: cited(local), checks: localChecks.map(cited) },
      live: { run: cited(live), checks: liveChecks.map(cited) },
    }
  }
}

function checkpointOver({ keys }: Samples, { of }: Ledgers): ClaimsProjection['checkpoint'] {
  const heads = ledgerNames.map((ledger) => {
    const tree = createMerkleTree()
    for (const { recordHash: hash } of of[ledger]) tree.append(hash)
    return { ledger, size: tree.size, head: of[ledger].at(-1)?.recordHash ?? genesisHash, root: tree.root() }
  })
  const parts = { origin: 'test-ledger', issued_at: now, previous_checkpoint_digest: '' }
  return sealEnvelope(keys.ledger, payloadTypes.checkpoint, checkpointText(makeCheckpoint(parts, heads)))
}
