import process from 'node:process'
import { mcpOverStdio } from '../../ledger/service/mcp/index.ts'
import { openReadinessFor } from '../readiness/open-readiness-for.ts'
import { version } from '../version.ts'
import type { Arguments } from './index.ts'

/** Standard output belongs to the protocol; everything for people goes to standard error. */
export async function mcp(options: Arguments): Promise<number> {
  const stop = new AbortController()
  const end = (): void => stop.abort()
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    await using opened = await openReadinessFor(options)
    const { readiness } = opened
    // Served all the same: every answer then says that nothing is permitted.
    if (readiness.trouble !== undefined)
      process.stderr.write(`touchstone: ${readiness.trouble}; nothing is permitted\n`)
    const { stdin: input, stdout: output } = process
    await mcpOverStdio({ readiness, version: version() }, { input, output, signal: stop.signal })
    return 0
  } finally {
    for (const signal of signals) process.off(signal, end)
  }
}
