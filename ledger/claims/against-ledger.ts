import { type CertificationRunBody, RecordError, recordHash, type TrustedKey } from '../record/index.ts'
import { controlState } from '../readiness/control-state.ts'
import type { LedgerStore } from '../store/store.ts'
import { verifyLedgers } from '../store/verify/verify-ledgers.ts'
import { type Backing, type BackingRun, backingOf } from './backing.ts'
import { evidenceKinds } from './claim.ts'
import { nameOf } from './claims-gate.ts'
import type { GateProblem } from './problem.ts'
import { type CitedRecord, citedBy, type ClaimsProjection, type ProjectedSubject } from './projection.ts'

/**
 * What only the ledger can show of a projection: that it grew out of the checkpoint, that the review is still the newest,
 * no runtime control came in between, and no run failed later.
 * @throws LedgerError `unreachable`
 */
export async function againstLedger(
  store: LedgerStore,
  projection: ClaimsProjection,
  trusted: readonly TrustedKey[],
  now: string,
): Promise<readonly GateProblem[]> {
  const { ok, problems } = await verifyLedgers(store, { trusted, held: JSON.stringify(projection.checkpoint) })
  if (!ok) return [{ rule: 'G17-records', says: `the ledger: ${problems[0]?.says ?? 'does not verify'}` }]
  const found: GateProblem[] = []
  for (const projected of projection.subjects) {
    const claim = nameOf(projected)
    for (const problem of await aboutSubjectNow(store, projected, now)) found.push({ ...problem, claim })
  }
  return found
}

async function aboutSubjectNow(
  store: LedgerStore,
  projected: ProjectedSubject,
  now: string,
): Promise<readonly GateProblem[]> {
  const backing = readBacking(projected)
  // That it is none was said already.
  if (backing === undefined) return []
  const problems: GateProblem[] = []
  for (const cited of citedBy(projected)) {
    if (!(await isThere(store, cited))) {
      problems.push({ rule: 'G17-records', says: `${cited.ledger} ${cited.seq}: expected it in the ledger` })
    }
  }
  const review = await store.newestReview(projected.subject)
  if (review?.recordHash !== hashOf(projected.review)) {
    problems.push({ rule: 'G11-approval', says: 'record: expected the newest review of the ledger' })
  }
  const events = (await store.newestControls(projected.subject, now)).map(({ body }) => JSON.parse(body) as Event)
  if (controlState(events, now) !== 'enabled') {
    problems.push({ rule: 'G13-control', says: 'control: expected the ledger to enable it now' })
  }
  for (const kind of evidenceKinds) {
    if (await failedLater(store, backing[kind], projected[kind].run)) {
      problems.push({ rule: 'G16-superseded', says: `${kind}: expected no failed run later in the ledger` })
    }
  }
  return problems
}

type Event = Backing['controls'][number]

async function isThere(store: LedgerStore, { ledger, seq, body }: CitedRecord): Promise<boolean> {
  const { id } = JSON.parse(body) as { readonly id: string }
  const record = await store.byId(ledger, id)
  return record?.body === body && record.seq === seq
}

async function failedLater(store: LedgerStore, { run }: BackingRun, { seq }: CitedRecord): Promise<boolean> {
  return (await store.failureAfter(keyOf(run), { seq, testedAt: run.tested_at })) !== undefined
}

const keyOf = ({ subject_digest: subjectDigest, evidence_kind: kind, account_fingerprint }: CertificationRunBody) => ({
  subjectDigest,
  kind,
  ...(kind === 'live' ? { account: account_fingerprint } : {}),
})

const hashOf = ({ ledger, seq, prev_hash, body }: CitedRecord): string => recordHash(ledger, seq, prev_hash, body)

function readBacking(projected: ProjectedSubject): Backing | undefined {
  try {
    return backingOf(projected)
  } catch (error) {
    if (error instanceof RecordError) return undefined
    throw error
  }
}
