import {
  type Body,
  type Checkpoint,
  createMerkleTree,
  genesisHash,
  payloadTypes,
  readBody,
  RecordError,
  recordHash,
  roleOf,
  type SignedHead,
  toEnvelope,
  type TrustedKey,
  verifyEnvelope,
} from '../../record/index.ts'
import type { Head, LedgerStore, StoredRecord } from '../store.ts'
import { type Mark, marksOf } from './marks.ts'
import type { ProblemList } from './problem-list.ts'
import type { Problem, ProblemKind } from './verification.ts'

export interface AuditOptions {
  readonly store: LedgerStore
  readonly trusted: readonly TrustedKey[]
  readonly held: Checkpoint | undefined
  /** How many checkpoints are compared; one that is appended meanwhile may be about more records than are read. */
  readonly checkpoints: number
  readonly problems: ProblemList
  /** Called for each record. */
  readonly onRecord: () => void
}

/** One record, with its body when that can be read. */
export interface Audited {
  readonly seq: number
  readonly body: Body | undefined
}

/**
 * Recomputes one ledger record by record: numbers, links, hashes, bodies, signatures, and what each checkpoint says of it.
 * Gives the bodies that can be read, and at its end what the ledger is.
 */
export async function* auditLedger(head: Head, options: AuditOptions): AsyncGenerator<Audited, SignedHead> {
  const { ledger } = head
  const { store, problems, held, checkpoints } = options
  const tree = createMerkleTree()
  const marks = marksOf(store, ledger, checkpoints, held)
  let mark = await nextMark(marks)
  let last = { seq: 0, hash: genesisHash }
  for await (const record of store.read(ledger, 1, head.size)) {
    const { seq } = record
    problems.add(...linkProblems(record, last))
    tree.append(record.recordHash)
    last = { seq, hash: record.recordHash }
    while (mark && mark.size <= tree.size) {
      if (mark.size === tree.size && (mark.head !== last.hash || mark.root !== tree.root())) {
        problems.add({
          kind: mark.kind,
          ledger,
          seq,
          says: `${mark.name} says that up to here there were other records`,
        })
      }
      mark = await nextMark(marks)
    }
    const body = readable(record, options)
    options.onRecord()
    yield { seq, body }
  }
  for (; mark; mark = await nextMark(marks)) {
    const says = `${mark.name} says that there were ${mark.size} records; there are ${tree.size}`
    problems.add({ kind: mark.kind, ledger, says })
  }
  if (tree.size !== head.size || last.hash !== head.hash) {
    problems.add({
      kind: 'gap',
      ledger,
      says: `the last record is number ${head.size}, and ${tree.size} could be read`,
    })
  }
  return { ledger, size: tree.size, head: last.hash, root: tree.root() }
}

async function nextMark(marks: AsyncGenerator<Mark, void>): Promise<Mark | undefined> {
  for (;;) {
    const { value, done } = await marks.next()
    if (done) return undefined
    // Of an empty ledger there is nothing to compare.
    if (value.size > 0) return value
  }
}

function linkProblems(
  { ledger, seq, prevHash, recordHash: stored, body }: StoredRecord,
  last: { readonly seq: number; readonly hash: string },
): readonly Problem[] {
  const problem = (kind: ProblemKind, says: string): Problem => ({ kind, ledger, seq, says })
  const problems: Problem[] = []
  if (seq !== last.seq + 1) problems.push(problem('gap', `follows number ${last.seq}`))
  if (prevHash !== last.hash) {
    problems.push(problem('link', 'does not link to the record before, which was taken away or exchanged'))
  }
  if (recordHash(ledger, seq, prevHash, body) !== stored) {
    problems.push(problem('hash', 'its bytes do not have its hash: it was changed after it was appended'))
  }
  return problems
}

/** The body also where its signature does not verify: whoever counts the checks of a run needs it. */
function readable(record: StoredRecord, { trusted, problems }: AuditOptions): Body | undefined {
  const { ledger, seq } = record
  const body = orProblem('body', () => {
    const read = readBody(record.body)
    if (read.ledger !== ledger) throw new RecordError(`ledger: expected ${ledger}`)
    return read
  })
  if (!body) return undefined
  const accepted = { payloadType: payloadTypes.record, role: roleOf(ledger) }
  // The payload is made from the very bytes that were read.
  orProblem('signature', () => verifyEnvelope(toEnvelope(record), accepted, trusted))
  return body

  function orProblem<Value>(kind: ProblemKind, work: () => Value): Value | undefined {
    try {
      return work()
    } catch (thrown) {
      if (!(thrown instanceof RecordError)) throw thrown
      problems.add({ kind, ledger, seq, says: thrown.message })
      return undefined
    }
  }
}
