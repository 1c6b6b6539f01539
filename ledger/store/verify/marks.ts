import { type Checkpoint, type LedgerName, signedHeads } from '../../record/index.ts'
import { checkpointIn } from '../checkpoint-order.ts'
import type { LedgerStore } from '../store.ts'

/** What a checkpoint says that one ledger was. */
export interface Mark {
  readonly kind: 'checkpoint' | 'held'
  readonly size: number
  readonly head: string
  readonly root: string
  readonly name: string
}

/**
 * What the first checkpoints say of one ledger, the smaller first, one page of them in memory at a time. Those that cannot be
 * read are left out: `auditCheckpoints` names them.
 */
export async function* marksOf(
  store: LedgerStore,
  ledger: LedgerName,
  checkpoints: number,
  held: Checkpoint | undefined,
): AsyncGenerator<Mark, void> {
  let waiting = held && markIn(held, ledger, 'held', 'the checkpoint that is held outside')
  for await (const { seq, envelope } of store.checkpoints()) {
    if (seq > checkpoints) break
    const checkpoint = readable(envelope)
    const mark = checkpoint && markIn(checkpoint, ledger, 'checkpoint', `checkpoint ${seq}`)
    if (!mark) continue
    if (waiting && waiting.size <= mark.size) {
      yield waiting
      waiting = undefined
    }
    yield mark
  }
  if (waiting) yield waiting
}

function markIn(checkpoint: Checkpoint, ledger: LedgerName, kind: Mark['kind'], name: string): Mark | undefined {
  const found = signedHeads(checkpoint).find((each) => each.ledger === ledger)
  return found && { kind, name, size: found.size, head: found.head, root: found.root }
}

function readable(envelope: string): Checkpoint | undefined {
  try {
    return checkpointIn(envelope)
  } catch {
    return undefined
  }
}
