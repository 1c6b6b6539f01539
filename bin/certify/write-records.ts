import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecretBook } from '../../harness/checks/secret-book.ts'
import { writeFiles } from '../write-reports.ts'
import type { MadeRecord } from './make-records.ts'

/** The file in which the manifest stands beside its records. */
export const manifestText = (document: unknown): string => `${JSON.stringify(document, undefined, 2)}\n`

/**
 * Writes the records and the manifest that they were made under, all of them searched for secrets first.
 * @throws LeakInOutput
 */
export async function writeRecords(
  out: string,
  records: readonly MadeRecord[],
  manifest: unknown,
  secrets: readonly SecretBook[],
): Promise<void> {
  const files = new Map([
    ['manifest.json', manifestText(manifest)],
    ...records.map(({ file, text }) => [file, text] as const),
  ])
  const leaksOfOutput: SecretBook['leaksOfOutput'] = (bytes) => secrets.flatMap((book) => book.leaksOfOutput(bytes))
  await writeFiles(out, files, { leaksOfOutput })
}

/** Records of an earlier run are not those of the results beside them; files of others stay. */
export async function removeEarlierRecords(out: string): Promise<void> {
  const folder = join(out, 'records')
  const names = await readdir(folder).catch((): readonly string[] => [])
  for (const name of names.filter((each) => /^[1-9]\d*-.+-(?:immediate|scheduled)\.json$/.test(each))) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    if (text.startsWith('{\n  "schema": "touchstone/record/1",\n')) await rm(join(folder, name))
  }
}
