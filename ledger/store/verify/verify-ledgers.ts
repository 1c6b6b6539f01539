import { RecordError, type SignedHead, signedHeads, type TrustedKey } from '../../record/index.ts'
import { LedgerError, type LedgerStore } from '../store.ts'
import {
  auditCheckpoints,
  type CheckpointsAudited,
  openCheckpoint,
  type SignedCheckpoint,
} from './audit-checkpoints.ts'
import { auditLedger, type Audited } from './audit-ledger.ts'
import { auditRuns } from './audit-runs.ts'
import { type ProblemList, problemList } from './problem-list.ts'
import type { Verification } from './verification.ts'

export interface VerifyOptions {
  readonly trusted: readonly TrustedKey[]
  /** Envelope of a checkpoint that was kept outside the database. */
  readonly held?: string
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Recomputes everything there is in the ledgers, as they were when this was called: schema, columns, numbers, hashes, links,
 * bodies, signatures, the checks of each run, the checkpoints. What it needs of memory does not grow with the ledgers.
 * @throws LedgerError `unreachable` only: everything else is a problem that it reports
 */
export async function verifyLedgers(store: LedgerStore, options: VerifyOptions): Promise<Verification> {
  const problems = problemList()
  let state: Pick<Verification, 'heads' | 'checkpoints'> = { heads: [], checkpoints: { count: 0, uncovered: 0 } }
  try {
    for (const says of await store.schemaProblems()) problems.add({ kind: 'schema', says })
    state = await audit(store, options, problems)
    problems.add(...(await store.rowProblems()))
  } catch (thrown) {
    if (!(thrown instanceof LedgerError) || thrown.code === 'unreachable') throw thrown
    problems.add({ kind: 'unreadable', says: thrown.message })
  }
  const found = problems.sorted()
  const contradicts = found.some(({ kind }) => kind === 'held')
  return {
    ok: problems.count === 0,
    ...state,
    held: options.held === undefined ? 'none' : contradicts ? 'contradicted' : 'matches',
    problems: found,
    problemCount: problems.count,
  }
}

async function audit(
  store: LedgerStore,
  { trusted, held: heldEnvelope, onProgress }: VerifyOptions,
  problems: ProblemList,
): Promise<Pick<Verification, 'heads' | 'checkpoints'>> {
  const held = heldEnvelope === undefined ? undefined : openHeld(heldEnvelope, trusted, problems)
  // Checkpoints before heads: what is appended meanwhile must not look like a checkpoint over records that are not there.
  const checkpointed = await auditCheckpoints(store, trusted, held, problems)
  const [reviewHead, runHead, checkHead, controlHead] = await store.heads()
  if (!reviewHead || !runHead || !checkHead || !controlHead) throw new Error('a store has four ledgers')
  const total = reviewHead.size + runHead.size + checkHead.size + controlHead.size
  let done = 0
  const options = {
    store,
    trusted,
    held: held?.checkpoint,
    checkpoints: checkpointed.count,
    problems,
    onRecord: () => onProgress?.((done += 1), total),
  }
  const review = await drained(auditLedger(reviewHead, options))
  const [run, check] = await auditRuns(auditLedger(runHead, options), auditLedger(checkHead, options), store, problems)
  const control = await drained(auditLedger(controlHead, options))
  const heads = [review, run, check, control]
  return { heads, checkpoints: summary(checkpointed, heads) }
}

function openHeld(
  envelope: string,
  trusted: readonly TrustedKey[],
  problems: ProblemList,
): SignedCheckpoint | undefined {
  try {
    return openCheckpoint(envelope, trusted)
  } catch (thrown) {
    if (!(thrown instanceof RecordError)) throw thrown
    problems.add({ kind: 'held', says: `the checkpoint that is held outside: ${thrown.message}` })
    return undefined
  }
}

async function drained(ledger: AsyncGenerator<Audited, SignedHead>): Promise<SignedHead> {
  for (;;) {
    const { value, done } = await ledger.next()
    if (done) return value
  }
}

function summary({ count, newest }: CheckpointsAudited, heads: readonly SignedHead[]): Verification['checkpoints'] {
  const sum = (sizes: readonly { readonly size: number }[]): number => sizes.reduce((all, { size }) => all + size, 0)
  const covered = newest ? sum(signedHeads(newest.checkpoint)) : 0
  return { count, uncovered: Math.max(0, sum(heads) - covered), ...(newest ? { newest: newest.envelope } : {}) }
}
