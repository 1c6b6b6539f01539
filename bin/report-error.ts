import process from 'node:process'
import { PlanError } from '../harness/run/index.ts'
import { ConfigurationError } from '../harness/target/index.ts'
import { UsageError } from './usage-error.ts'

/** Prints what ended a command before it had a result, and gives the exit code of design §2. */
export function report(thrown: unknown): 2 | 4 {
  if (thrown instanceof UsageError || thrown instanceof PlanError || thrown instanceof ConfigurationError) {
    process.stderr.write(`touchstone: ${thrown.message}\n`)
    return 2
  }
  const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  process.stderr.write(`touchstone: the harness itself failed, which says nothing about the connector\n${what}\n`)
  return 4
}
