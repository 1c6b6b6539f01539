import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TestFile } from './find-files.ts'

/** Milliseconds each test file took when it last ran, by name. */
export type Times = ReadonlyMap<string, number>

/** Empty when there is no cache, or none that can be read: it only decides the order. */
export async function readTimes(cache: string): Promise<Times> {
  try {
    const read: unknown = JSON.parse(await readFile(cache, 'utf8'))
    return new Map(Object.entries(read ?? {}).map(([name, ms]) => [name, Number(ms)]))
  } catch {
    return new Map()
  }
}

export async function writeTimes(cache: string, times: Times): Promise<void> {
  await mkdir(dirname(cache), { recursive: true })
  await writeFile(cache, JSON.stringify(Object.fromEntries(times)))
}

/**
 * The slowest first, so that none of them is left to run alone at the end. A file never timed may be slow: first the proofs,
 * which are short and drive whole connectors, then what starts the command line, then the longer texts.
 */
export function slowestFirst(files: readonly TestFile[], times: Times): TestFile[] {
  const timeOf = ({ name }: TestFile): number => times.get(name) ?? Number.MAX_SAFE_INTEGER
  const rankOf = ({ name }: TestFile): number => ['bin/', 'bin/proof/'].filter((start) => name.startsWith(start)).length
  return files.toSorted((a, b) => timeOf(b) - timeOf(a) || rankOf(b) - rankOf(a) || b.size - a.size)
}
