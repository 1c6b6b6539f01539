import { rename, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SecretBook } from '../harness/checks/secret-book.ts'
import type { RunEvent } from '../harness/run/index.ts'
import {
  eventLine,
  renderHtml,
  renderJson,
  renderJunit,
  renderSummary,
  type ReportOptions,
  type RunDocument,
} from '../reporters/index.ts'
import type { Format } from './run-options.ts'
import { removeEarlierCases } from './earlier-cases.ts'
import { failedCases } from './failed-cases.ts'
import { makeFolders, partialFolder } from './out-folder.ts'
import type { RecordedTarget } from './recorded-target.ts'

/** A secret of the run was about to be written: a mistake of ours, whatever the connector did. */
export class LeakInOutput extends Error {
  constructor(where: string) {
    super(`a secret of the run stands in ${where}, so it was not written; please report this`)
  }
}

/**
 * Writes the chosen reports into the folder, each under a temporary name first, and only after every one of them was
 * searched for the run's secrets. Those of an earlier run go before the first new one comes, and `results.json` comes
 * last: whenever we are killed, no two reports are of different runs, and beside a `results.json` none is missing.
 */
export async function writeReports(options: {
  readonly out: string
  readonly formats: readonly Format[]
  readonly document: RunDocument
  readonly events: readonly RunEvent[]
  readonly secrets: SecretBook
  readonly report: ReportOptions
  /** How this target is reached again; for the case files. */
  readonly recorded: RecordedTarget
}): Promise<void> {
  const { out, formats, document, events, secrets, report, recorded } = options
  const render = {
    junit: () => ['junit.xml', renderJunit(document, report)],
    html: () => ['report.html', renderHtml(document, report)],
    summary: () => ['summary.md', renderSummary(document, report)],
    events: () => ['events.ndjson', events.map(eventLine).join('')],
    json: () => ['results.json', renderJson(document)],
  } as const satisfies Record<Format, () => readonly [string, string]>
  const files = new Map<string, string>([
    ...failedCases(document, recorded, report),
    ...keysOf(render).flatMap((format) => (formats.includes(format) ? [render[format]()] : [])),
  ])
  await writeFiles(out, files, secrets, () => removeEarlierCases(join(out, 'cases')))
}

/**
 * Writes the files into the folder, each under a temporary name first, and only after every one of them was searched for
 * the run's secrets. `before` runs when all are there, before the first of them gets its name; files of these names go
 * before it, the last one first.
 */
export async function writeFiles(
  out: string,
  files: ReadonlyMap<string, string>,
  secrets: Pick<SecretBook, 'leaksOfOutput'>,
  before: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (const [name, text] of files) {
    if (secrets.leaksOfOutput(Buffer.from(text)).length > 0) throw new LeakInOutput(name)
  }
  await makeFolders(out)
  const partial = partialFolder(out)
  try {
    for (const [name, text] of files) {
      await makeFolders(dirname(join(partial, name)))
      await writeFile(join(partial, name), text)
    }
    for (const name of [...files.keys()].toReversed()) await unlink(join(out, name)).catch(unlessMissing)
    await before()
    for (const name of files.keys()) {
      await makeFolders(dirname(join(out, name)))
      await rename(join(partial, name), join(out, name))
    }
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(record) as Key[]

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
