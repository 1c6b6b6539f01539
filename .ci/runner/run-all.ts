import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFiles, type TestFile } from './find-files.ts'
import { halfCoreIdles } from './idle-core.ts'
import type { Counts } from './judge.ts'
import { runFile, type FileResult } from './run-file.ts'
import { readTimes, slowestFirst, writeTimes } from './times.ts'

export interface RunOptions {
  /** Where compiled tests are. */
  readonly folder: string
  readonly filters: readonly string[]
  readonly cache: string
  readonly limitMs: number
  readonly signal: AbortSignal
  readonly print: (text: string) => void
  /** Whether there is time for one more file, found out anew each time. */
  readonly idles?: (signal: AbortSignal) => Promise<boolean>
}

/** Runs every test file, printing a line for each and the output of those that failed. */
export async function runAll(options: RunOptions): Promise<Counts> {
  const { folder, filters, cache, limitMs, signal, print, idles = halfCoreIdles } = options
  const times = new Map(await readTimes(cache))
  const queue = slowestFirst(await findFiles(folder, filters), times)
  const results = new Map<string, FileResult>()
  // A short name: Unix sockets are made below it, and their paths are limited to about a hundred bytes.
  const temporary = await mkdtemp(join(tmpdir(), 'tests-'))
  const run = async (file: TestFile): Promise<void> => {
    const result = await runFile(file.path, { temporary: join(temporary, `${queue.length}`), limitMs, signal })
    if (signal.aborted) return
    results.set(file.name, result)
    times.set(file.name, Math.round(result.ms))
    print(line(file.name, result))
  }
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined && !signal.aborted; file = queue.shift()) await run(file)
  }
  // Long files wait for more than they work: the short ones go on beside them while a core has nothing to do.
  const fillIn = async (): Promise<void> => {
    while (queue.length > 0 && !signal.aborted) {
      const file = (await idles(signal)) && !signal.aborted ? queue.pop() : undefined
      if (file !== undefined) await run(file)
    }
  }
  try {
    await Promise.all([...Array.from({ length: Math.max(2, availableParallelism()) }, work), fillIn()])
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }
  await writeTimes(cache, times)
  const failed = [...results].filter(([, { counts }]) => counts.failed > 0).map(([name]) => `  ${name}\n`)
  if (failed.length > 0) print(`\nfailed:\n${failed.join('')}`)
  return sum([...results.values()].map(({ counts }) => counts))
}

function line(name: string, { counts, complaints, ms, output }: FileResult): string {
  const time = `${(ms / 1000).toFixed(1)} s`.padStart(7)
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  if (counts.failed === 0) return `ok     ${time}  ${name} (${counts.passed}${skipped})\n`
  const reasons = complaints.map((complaint) => `  ${name} ${complaint}\n`).join('')
  return `FAILED ${time}  ${name} (${counts.passed}, ${counts.failed} failed${skipped})\n${output}\n${reasons}\n`
}

function sum(all: readonly Counts[]): Counts {
  const total = (key: keyof Counts): number => all.reduce((before, counts) => before + counts[key], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
}
