import type { CaseResult, Counts } from '../harness/run/result.ts'
import { type CheckResults, nameInCheck } from './by-check.ts'
import { columnsOf, hanging, wrap } from './layout.ts'
import { printable } from './printable.ts'
import type { Paint, Sheet } from './terminal-sheet.ts'
import { duration, notPassed } from './words.ts'

type Mood = 'good' | 'bad' | 'open' | 'odd' | 'empty'

const marks = { good: '✓', bad: '✗', open: '?', odd: '!', empty: '–' } satisfies Record<Mood, string>

/** One line for each check; with `verbose` its cases below it. */
export function checkLines(checks: readonly CheckResults[], sheet: Sheet): readonly string[] {
  if (checks.length === 0) return []
  const width = Math.max(...checks.map(({ id }) => printable(id).length))
  return [
    'A conforming connector …',
    ...checks.flatMap((check) => [
      ...checkLine(check, width, sheet),
      ...(sheet.verbose ? check.results.flatMap((result) => caseLine(result, sheet)) : []),
    ]),
  ]
}

function checkLine({ id, title, results, counts }: CheckResults, width: number, sheet: Sheet): readonly string[] {
  const { columns, verbose } = sheet
  const mood = moodOfCheck(results, counts)
  const apply = results.length - counts.inapplicable
  const ratio = apply === 0 ? '–' : `${counts.pass}/${apply}`
  const first = `${marks[mood]} ${printable(id).padEnd(width)} ${ratio.padStart(6)}  `
  const paint = painter(mood, sheet.paint)
  const lines =
    mood === 'good' && !verbose
      ? [first + oneLine(printable(title), columns - columnsOf(first))]
      : hanging(first, printable(title), columns)
  const withCounts =
    mood === 'good' ? lines : append(lines, notPassed(counts).join(', '), columnsOf(first), columns, paint)
  return withCounts.map((line, at) => (at === 0 ? paint(line.slice(0, 1)) + line.slice(1) : line))
}

/** A healthy check stays quiet: what does not fit on its line is left out, word by word. */
function oneLine(title: string, columns: number): string {
  const [line = '', ...others] = wrap(title, columns - 2)
  return others.length === 0 ? line : `${line} …`
}

/** At the end of the last line where it fits, else on a line of its own. */
function append(
  lines: readonly string[],
  text: string,
  indent: number,
  columns: number,
  paint: (text: string) => string,
): readonly string[] {
  const last = lines.at(-1) ?? ''
  return columnsOf(`${last} · ${text}`) <= columns
    ? [...lines.slice(0, -1), `${last} · ${paint(text)}`]
    : [...lines, ...hanging(' '.repeat(indent), text, columns).map((line) => paint(line))]
}

function moodOfCheck(results: readonly CaseResult[], counts: Counts): Mood {
  if (counts.fail + counts.error > 0) return 'bad'
  if (results.some(({ level, outcome }) => level === 'must' && outcome.verdict === 'inconclusive')) return 'open'
  if (counts.warning + counts.inconclusive > 0) return 'odd'
  return counts.pass > 0 ? 'good' : 'empty'
}

function caseLine(result: CaseResult, { paint, columns }: Sheet): readonly string[] {
  const mood = moodOfCase(result)
  const time = duration(result.millis)
  const level = result.level === 'should' ? ' (should)' : ''
  const text = `${printable(nameInCheck(result))}: ${printable(result.title)}${level}, ${time}`
  const lines = hanging(`    ${marks[mood]} `, text, columns)
  return lines.map((line, at) => (at === 0 ? `    ${painter(mood, paint)(line.slice(4, 5))}${line.slice(5)}` : line))
}

function moodOfCase({ level, outcome }: CaseResult): Mood {
  switch (outcome.verdict) {
    case 'pass':
      return 'good'
    case 'fail':
      return level === 'must' ? 'bad' : 'odd'
    case 'inconclusive':
      return 'open'
    case 'inapplicable':
      return 'empty'
    case 'error':
      return 'bad'
  }
}

function painter(mood: Mood, paint: Paint): (text: string) => string {
  switch (mood) {
    case 'good':
      return paint.green
    case 'bad':
      return paint.red
    case 'open':
    case 'odd':
      return paint.yellow
    case 'empty':
      return paint.dim
  }
}
