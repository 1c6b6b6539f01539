import process from 'node:process'
import { RecordError } from '../../ledger/record/index.ts'
import { LedgerError } from '../../ledger/store/index.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Runs the work of a command on ledgers. What is wrong with a ledger is said and exit 1, since that is a finding; what is
 * wrong with the command, its files or the server is a usage error.
 */
export async function onLedgers(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof LedgerError && thrown.code === 'tampered-schema') {
      process.stderr.write(`touchstone: ${thrown.message}\n`)
      return 1
    }
    if (thrown instanceof LedgerError || thrown instanceof RecordError) {
      throw new UsageError(thrown.message, { cause: thrown })
    }
    throw thrown
  }
}
