import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { poll } from '../../../harness/target/waiting.ts'
import type { Place } from '../hostile/place.ts'
import { type Folder, reportNames } from './reports.ts'
import type { Ended } from './touchstone.ts'

/** Throws unless the values are the same. */
export function demand(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`)
}

/** An exit code, with these words on one of the streams, and no trace of our own code. */
export function demandEnd(ended: Ended, code: number, ...words: readonly string[]): void {
  const said = `${ended.out}\n${ended.err}`
  if (ended.code !== code) throw new Error(`expected exit code ${code}, got ${ended.code ?? ended.signal}:\n${said}`)
  const flat = said.replaceAll(/\s+/g, ' ')
  for (const each of words) if (!flat.includes(each)) throw new Error(`expected the words ${each}, got\n${said}`)
  if (/\n\s+at .*\.js:\d+/.test(said)) throw new Error(`expected no stack trace, got\n${said}`)
}

/** Exit code 4 for this reason: the results are on the terminal, which promises no file. */
export function demandUnwritten(ended: Ended, why: string): void {
  demandEnd(ended, 4, `the reports were not written: touchstone-out ${why}`, 'The selected cases conform')
  demand('whether reports are promised', ended.out.includes('The reports are in'), false)
}

/** Every report is there and whole, all of the run with this seed, and nothing else lies beside them. */
export function demandReports({ reports, others }: Folder, seed: number): void {
  demand('the reports', reports, Object.fromEntries(reportNames.toSorted().map((name) => [name, String(seed)])))
  demand('what else lies in the folder', others, [])
}

/** No process and no temporary file of the run is left, or none for long. */
export async function demandNothingLeft(place: Place): Promise<void> {
  if (!(await poll(async () => place.processes().length === 0, 10_000))) {
    demand('processes left behind', place.processes(), [])
  }
  if (!(await poll(async () => (await readdir(place.temporary)).length === 0, 10_000))) {
    demand('temporary files left behind', await readdir(place.temporary), [])
  }
}
