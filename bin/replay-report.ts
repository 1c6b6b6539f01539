import picocolors from 'picocolors'
import { inWords } from '../harness/explore/index.ts'
import { printable } from '../reporters/index.ts'
import type { CaseFile } from './case-file.ts'
import { fact, indented, stepLines } from './explore-report.ts'
import type { Replayed } from './replay-verdict.ts'
import { ruleInFull } from './rule-words.ts'
import type { Look } from './run-options.ts'
import { version } from './version.ts'

const heads = { fixed: 'FIXED', failed: 'FAILED', error: 'ERROR' } as const satisfies Record<
  Replayed['verdict'],
  string
>

/** What came of it, with a line break at the end. */
export function renderReplayed(replayed: Replayed, file: CaseFile, look: Look): string {
  const paint = picocolors.createColors(look.color)
  const colour = { fixed: paint.green, failed: paint.red, error: paint.yellow }[replayed.verdict]
  const head = `${colour(paint.bold(heads[replayed.verdict]))}  ${printable(nameOf(file))}`
  if (look.verbosity === 'quiet') return `${head}\n`
  const steps = file.kind === 'schedule' ? stepLines({ schedule: file.steps, after: file.after }) : []
  return `${[head, ...steps, ...grounds(replayed, file, look), ...caveat(replayed, file, look)].join('\n')}\n`
}

function grounds(replayed: Replayed, file: CaseFile, look: Look): readonly string[] {
  const recorded = [...fact('expected', file.expected, look), ...fact('got then', file.actual, look)]
  switch (replayed.verdict) {
    case 'fixed': {
      const often = replayed.tries > 1 ? `${replayed.tries} times of ${replayed.tries}` : replayed.how
      return [...recorded, ...fact('now', ['as expected', often].filter((part) => part !== '').join(', '), look)]
    }
    case 'failed': {
      const { expected, actual, input } = replayed
      return [
        ...fact('expected', expected, look),
        ...fact('actual', actual, look),
        ...(input === undefined ? [] : fact('input', input, look)),
      ]
    }
    case 'error':
      return [
        ...recorded,
        ...fact('now', `it could not be seen again as recorded: ${replayed.reason}`, look),
        ...(replayed.enable === undefined ? [] : ['  To mend it:', ...indented(replayed.enable)]),
      ]
  }
}

/** Schedules and generated inputs are done again as they were recorded; what else a case does may have changed. */
function caveat({ verdict }: Replayed, { harness, kind }: CaseFile, look: Look): readonly string[] {
  if (verdict !== 'fixed' || kind === 'schedule' || harness === version()) return []
  return fact('note', `recorded by version ${harness}, this is ${version()}: the case may have changed`, look)
}

const nameOf = (file: CaseFile): string =>
  file.kind === 'schedule'
    ? `${file.rule}: ${ruleInFull(file.rule).rule}`
    : `${file.id}${file.profile === undefined ? '' : ` (${file.profile})`}`

/** What `--json` prints. */
export const replayedDocument = (replayed: Replayed, file: CaseFile): Readonly<Record<string, unknown>> => ({
  schema: 'touchstone-replay/1',
  ...(file.kind === 'schedule' ? { rule: file.rule, words: inWords(file.steps) } : { id: file.id }),
  ...(file.profile === undefined ? {} : { profile: file.profile }),
  ...replayed,
  recorded: { expected: file.expected, actual: file.actual, harness: file.harness },
})
