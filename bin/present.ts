import process from 'node:process'
import type { SecretBook } from '../harness/checks/secret-book.ts'
import type { Plan, RunEvent } from '../harness/run/index.ts'
import { collectRun, type Commentary, renderJson, terminalReporter } from '../reporters/index.ts'
import { checks, getRequirement, usualCauseOf } from '../suites/index.ts'
import { finishedChecks } from './finished-checks.ts'
import { whyNot } from './why-not.ts'
import { type RecordedTarget, wordsOf } from './recorded-target.ts'
import type { RunSettings } from './run-options.ts'
import { LeakInOutput, writeReports } from './write-reports.ts'

/** What people and machines see of a run: progress while it goes on, then the report and the files. */
export interface Presenter {
  /** Shows how far the run is. */
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

export function present(
  settings: RunSettings,
  plan: Plan,
  recorded: RecordedTarget,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Presenter {
  const { look, out, formats, json } = settings
  const report = { commentary, target: wordsOf(recorded), folder: settings.shownOut }
  const terminal = terminalReporter({
    ...report,
    color: look.color,
    columns: look.columns,
    detail: look.verbosity,
  })
  let unfinished = false
  const finished = finishedChecks(plan)
  const progress = (event: RunEvent): void => {
    if (look.progress === 'none') return
    const text = look.progress === 'lines' ? finished(event) : terminal.onEvent(event)
    if (text === undefined) return
    process.stderr.write(text)
    unfinished = look.progress === 'rewritten'
  }
  const clear = (): void => {
    if (unfinished) process.stderr.write('\r\u001b[2K')
    unfinished = false
  }

  return {
    onEvent: progress,
    clear,
    async finish(events, secrets, code) {
      clear()
      const collected = collectRun()
      for (const event of events) collected.onEvent(event)
      const document = collected.document()
      if (!document) return code
      try {
        const text = json ? renderJson(document) : terminal.report(document)
        if (secrets.leaksOfOutput(Buffer.from(text)).length > 0) throw new LeakInOutput('the terminal report')
        const trouble = await written({ out, formats, document, events, secrets, report, recorded })
        // After a long run its results are shown even where they could not be kept.
        print(trouble === undefined || json ? text : terminal.report(document, false))
        if (trouble === undefined) return code
        process.stderr.write(`touchstone: the reports were not written: ${settings.shownOut} ${trouble}\n`)
        return 4
      } catch (thrown) {
        if (!(thrown instanceof LeakInOutput)) throw thrown
        process.stderr.write(`touchstone: ${thrown.message}\n`)
        return 4
      }
    },
  }
}

/** Undefined when the reports were written; otherwise what the folder is to blame for. */
async function written(options: Parameters<typeof writeReports>[0]): Promise<string | undefined> {
  try {
    await writeReports(options)
    return undefined
  } catch (thrown) {
    if (thrown instanceof Error && 'syscall' in thrown) return whyNot(thrown)
    throw thrown
  }
}
