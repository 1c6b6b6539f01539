import process from 'node:process'
import { readinessTable } from '../../ledger/readiness/index.ts'
import { openReadinessFor } from '../readiness/open-readiness-for.ts'
import type { Arguments } from './index.ts'

/** Exit 0 whatever the decisions are: they were made. 1 where the ledgers are not to be believed. */
export async function providerReadiness(options: Arguments): Promise<number> {
  await using opened = await openReadinessFor(options)
  const { readiness } = opened
  const { workspace } = options
  const projection = await readiness.project(typeof workspace === 'string' ? { workspaceId: workspace } : {})
  process.stdout.write(
    options['json'] === true ? `${JSON.stringify(projection, undefined, 2)}\n` : readinessTable(projection),
  )
  if (readiness.trouble === undefined) return 0
  process.stderr.write(`touchstone: ${readiness.trouble}; nothing is permitted until it is mended\n`)
  return 1
}
