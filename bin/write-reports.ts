import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SecretBook } from '../harness/checks/secret-book.ts'
import type { RunEvent } from '../harness/run/index.ts'
import {
  eventLine,
  renderJson,
  renderJunit,
  renderSummary,
  type ReportOptions,
  type RunDocument,
} from '../reporters/index.ts'
import type { Format } from './run-options.ts'
import { removeEarlierCases } from './earlier-cases.ts'
import { failedCases } from './failed-cases.ts'

/** A secret of the run was about to be written: a mistake of ours, whatever the connector did. */
export class LeakInOutput extends Error {
  constructor(where: string) {
    super(`a secret of the run stands in ${where}, so it was not written; please report this`)
  }
}

/**
 * Writes the chosen reports into the folder, each under a temporary name first, and only after every one of them was
 * searched for the run's secrets: either all are new or none is.
 */
export async function writeReports(options: {
  readonly out: string
  readonly formats: readonly Format[]
  readonly document: RunDocument
  readonly events: readonly RunEvent[]
  readonly secrets: SecretBook
  readonly report: ReportOptions
}): Promise<void> {
  const { out, formats, document, events, secrets, report } = options
  const render = {
    json: () => ['results.json', renderJson(document)],
    junit: () => ['junit.xml', renderJunit(document, report)],
    summary: () => ['summary.md', renderSummary(document, report)],
    events: () => ['events.ndjson', events.map(eventLine).join('')],
  } as const satisfies Record<Format, () => readonly [string, string]>
  const files = new Map<string, string>([
    ...formats.map((format) => render[format]()),
    ...failedCases(document, report.target),
  ])
  for (const [name, text] of files) {
    if (secrets.leaksOfOutput(Buffer.from(text)).length > 0) throw new LeakInOutput(name)
  }
  await mkdir(out, { recursive: true })
  const partial = join(out, `.partial-${process.pid}`)
  try {
    for (const [name, text] of files) {
      await mkdir(dirname(join(partial, name)), { recursive: true })
      await writeFile(join(partial, name), text)
    }
    await removeEarlierCases(join(out, 'cases'))
    for (const name of files.keys()) {
      await mkdir(dirname(join(out, name)), { recursive: true })
      await rename(join(partial, name), join(out, name))
    }
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
