import { createHash } from 'node:crypto'
import type { LedgerName } from './body.ts'

/** What the first record of every ledger links to. */
export const genesisHash: string = '0'.repeat(64)

/**
 * The hash, 64 hexadecimal digits, by which the next record links to this one. The name of the ledger and the number are
 * inside: a record can neither be moved to another ledger nor be renumbered.
 * @param prevHash 64 hexadecimal digits
 * @param body canonical text
 */
export const recordHash = (ledger: LedgerName, seq: number, prevHash: string, body: string): string =>
  createHash('sha256').update(`evidence-ledger/v1\n${ledger}\n${seq}\n${prevHash}\n${body}`).digest('hex')
