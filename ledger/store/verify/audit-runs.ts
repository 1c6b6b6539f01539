import {
  type CertificationCheckBody,
  type CertificationRunBody,
  complaintsAboutRun,
  type SignedHead,
} from '../../record/index.ts'
import type { LedgerStore } from '../store.ts'
import type { Audited } from './audit-ledger.ts'
import type { ProblemList } from './problem-list.ts'
import type { Problem } from './verification.ts'

/**
 * Reads runs and checks side by side, which lie in the same order, and looks whether each run has exactly its checks. No
 * index is asked, and no more than one run is in memory. Returns the heads of both ledgers.
 */
export async function auditRuns(
  runs: AsyncGenerator<Audited, SignedHead>,
  checks: AsyncGenerator<Audited, SignedHead>,
  store: LedgerStore,
  problems: ProblemList,
): Promise<readonly [SignedHead, SignedHead]> {
  const ahead = await lookahead(checks)
  for (;;) {
    const { value, done } = await runs.next()
    if (done) return [value, await ahead.rest((check) => problems.add(stray(check)))]
    const run = value.body as CertificationRunBody | undefined
    if (!run) continue
    const own = await checksOf(run, value.seq)
    for (const says of complaintsAboutRun(run, own)) {
      problems.add({ kind: 'checks', ledger: 'certification_run', seq: value.seq, says })
    }
  }

  async function checksOf(run: CertificationRunBody, seq: number): Promise<readonly CertificationCheckBody[]> {
    const own: CertificationCheckBody[] = []
    for (let check = ahead.next(); check; check = ahead.next()) {
      const body = check.body as CertificationCheckBody | undefined
      if (body?.run_id === run.id) own.push(body)
      else if (body && own.length > 0) break
      // One that cannot be read was named already; of any other, its run must lie ahead.
      else if (body && (await seqOfRun(body.run_id)) > seq) break
      else if (body) problems.add(stray(check))
      await ahead.advance()
    }
    return own
  }

  async function seqOfRun(id: string): Promise<number> {
    return (await store.byId('certification_run', id))?.seq ?? 0
  }
}

const stray = ({ seq }: Audited): Problem => ({
  kind: 'checks',
  ledger: 'certification_check',
  seq,
  says: 'does not lie with the checks of its run',
})

/** One item of a generator may be looked at before it is taken. */
async function lookahead(items: AsyncGenerator<Audited, SignedHead>) {
  let current = await items.next()
  const advance = async (): Promise<void> => {
    if (!current.done) current = await items.next()
  }
  return {
    next: (): Audited | undefined => (current.done ? undefined : current.value),
    advance,
    /** Goes to the end, and gives what the generator returns. */
    async rest(each: (item: Audited) => void): Promise<SignedHead> {
      while (!current.done) {
        if (current.value.body) each(current.value)
        await advance()
      }
      return current.value
    },
  }
}
