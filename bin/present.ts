import process from 'node:process'
import type { SecretBook } from '../harness/checks/secret-book.ts'
import type { RunEvent } from '../harness/run/index.ts'
import { collectRun, type Commentary, renderJson, terminalReporter } from '../reporters/index.ts'
import { checks, getRequirement, usualCauseOf } from '../suites/index.ts'
import type { RunSettings } from './run-options.ts'
import { LeakInOutput, writeReports } from './write-reports.ts'

/** What people and machines see of a run: progress while it goes on, then the report and the files. */
export interface Presenter {
  onEvent(event: RunEvent): void
  /** Writes files and the report, and gives the exit code: 4 when a secret would have been written. */
  finish(events: readonly RunEvent[], secrets: SecretBook, code: number): Promise<number>
  /** Takes an unfinished progress line off the terminal. */
  clear(): void
}

const commentary: Commentary = {
  checks: checks.map(({ id, title }) => ({ id, title })),
  requirement: (id) => getRequirement(id),
  usualCause: usualCauseOf,
}

export function present(settings: RunSettings, target: readonly string[]): Presenter {
  const { look, out, formats, json } = settings
  const report = { commentary, target }
  const collected = collectRun()
  const terminal = terminalReporter({
    ...report,
    color: look.color,
    columns: look.columns,
    detail: look.verbosity,
    ...(formats.length > 0 ? { folder: settings.shownOut } : {}),
  })
  let unfinished = false
  const progress = (text: string | undefined): void => {
    if (text === undefined || !look.progress) return
    process.stderr.write(text)
    unfinished = true
  }
  const clear = (): void => {
    if (unfinished) process.stderr.write('\r\u001b[2K')
    unfinished = false
  }

  return {
    onEvent(event) {
      collected.onEvent(event)
      progress(terminal.onEvent(event))
    },
    clear,
    async finish(events, secrets, code) {
      clear()
      const document = collected.document()
      if (!document) return code
      try {
        const text = json ? renderJson(document) : terminal.report(document)
        if (secrets.leaksOfOutput(Buffer.from(text)).length > 0) throw new LeakInOutput('the terminal report')
        await writeReports({ out, formats, document, events, secrets, report })
        process.stdout.write(text)
        return code
      } catch (thrown) {
        if (!(thrown instanceof LeakInOutput)) throw thrown
        process.stderr.write(`touchstone: ${thrown.message}\n`)
        return 4
      }
    },
  }
}
