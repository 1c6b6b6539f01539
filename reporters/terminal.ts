import picocolors from 'picocolors'
import type { RunEvent } from '../harness/run/event.ts'
import { byCheck } from './by-check.ts'
import type { ReportOptions } from './commentary.ts'
import { wrap } from './layout.ts'
import { printable } from './printable.ts'
import { progressLine } from './progress.ts'
import type { RunDocument } from './run-document.ts'
import { checkLines } from './terminal-checks.ts'
import { groundsBlocks, untriedBlock } from './terminal-grounds.ts'
import { failureBlocks, warningBlock } from './terminal-failures.ts'
import { headLines } from './terminal-head.ts'
import type { Paint, Sheet } from './terminal-sheet.ts'
import { whyUntried } from './untried.ts'
import { caveats, countsLine, duration, verdictSentence } from './words.ts'

export interface TerminalOptions extends ReportOptions {
  readonly color: boolean
  /** 100 unless told; narrower than 40 is not honoured. */
  readonly columns?: number
  /** `quiet`: only the verdict sentence. `verbose`: every case with its time, and nothing is summed up. */
  readonly detail?: 'quiet' | 'normal' | 'verbose'
}

export interface TerminalReporter {
  /** What to write to stderr while the run goes on; ask only when that is a TTY. */
  readonly onEvent: (event: RunEvent) => string | undefined
  /** For stdout, with a line break at the end. It names the folder of the reports unless they could not be written. */
  readonly report: (run: RunDocument, written?: boolean) => string
}

export function terminalReporter(options: TerminalOptions): TerminalReporter {
  const { color, columns = 100, detail = 'normal' } = options
  const paint = picocolors.createColors(color)
  const sheet: Sheet = { paint, columns: Math.max(columns, 40), verbose: detail === 'verbose' }
  return {
    onEvent: (event) => (detail === 'quiet' ? undefined : progressLine(event, sheet.columns)),
    report: (run, written = true) => {
      const folder = written ? options.folder : undefined
      if (detail === 'quiet') return `${verdictColour(run, paint)(verdictSentence(run))}\n`
      const untried = detail === 'verbose' ? undefined : whyUntried(run)
      const blocks = untried
        ? [headLines(run, sheet), untriedBlock(untried, sheet), closing(run, folder, sheet)]
        : [
            headLines(run, sheet),
            checkLines(byCheck(run.results, options.commentary), sheet),
            ...failureBlocks(run, options, sheet),
            ...groundsBlocks(run.results, sheet),
            warningBlock(run, sheet),
            closing(run, folder, sheet),
          ]
      const text = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'))
      return `${text.join('\n\n')}\n`
    },
  }
}

function closing(run: RunDocument, folder: string | undefined, { paint, columns }: Sheet): readonly string[] {
  const { counts, millis } = run.footer
  const painted = (text: string, colour: (line: string) => string): readonly string[] =>
    wrap(text, columns).map((line) => colour(line))
  return [
    ...caveats(run).flatMap((text) => painted(text, paint.dim)),
    ...(whyUntried(run) ? [] : painted(`${countsLine(counts)} in ${duration(millis)}`, String)),
    ...painted(verdictSentence(run), verdictColour(run, paint)),
    ...(folder === undefined ? [] : painted(`The reports are in ${printable(folder)}.`, paint.dim)),
  ]
}

function verdictColour({ footer }: RunDocument, paint: Paint): (text: string) => string {
  switch (footer.exitCode) {
    case 0:
      return (text) => paint.green(paint.bold(text))
    case 3:
    case 130:
      return (text) => paint.yellow(paint.bold(text))
    default:
      return (text) => paint.red(paint.bold(text))
  }
}
