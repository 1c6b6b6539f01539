import type { CaseResult } from '../harness/run/result.ts'
import { nameInCheck, nameOf } from './by-check.ts'
import { groupBy } from './group-by.ts'
import { hanging, wrap } from './layout.ts'
import { printable, printableLines, textLines } from './printable.ts'
import {
  errorsByReason,
  holdsUpMust,
  inapplicableByClause,
  inconclusiveByReason,
  type SameGrounds,
} from './same-grounds.ts'
import type { Sheet } from './terminal-sheet.ts'
import { plural } from './words.ts'

/** More names than this become one number for each check, unless `verbose`. */
const namesInFull = 6

/** What broke, what could not be observed and what does not apply: each reason once, with the cases it concerns. */
export function groundsBlocks(results: readonly CaseResult[], sheet: Sheet): readonly (readonly string[])[] {
  const { paint } = sheet
  return [
    ...errorsByReason(results).map((group) =>
      block(group, `✗ ${cases(group)} broke in touchstone itself: `, paint.red, sheet),
    ),
    ...inconclusiveByReason(results).map((group) =>
      block(group, `? ${cases(group)} inconclusive: `, holdsUpMust(group) ? paint.yellow : paint.dim, sheet),
    ),
    inapplicableBlock(results, sheet),
  ]
}

/** A connector that does without something owes nobody an explanation: one line, unless every detail is asked for. */
function inapplicableBlock(results: readonly CaseResult[], sheet: Sheet): readonly string[] {
  const { paint, verbose, columns } = sheet
  const groups = inapplicableByClause(results)
  if (verbose) return groups.flatMap((group) => block(group, `– ${cases(group)} not applicable: `, paint.dim, sheet))
  const all = groups.flatMap((group) => group.results)
  if (all.length === 0) return []
  const text = `${plural(all.length, 'case')} not applicable to this connector; --verbose says why`
  return hanging('– ', text, columns).map((line) => paint.dim(line))
}

function block(
  group: SameGrounds,
  what: string,
  colour: (text: string) => string,
  { columns, paint, verbose }: Sheet,
): readonly string[] {
  return [
    ...headline(group, what, columns).map((line) => colour(line)),
    ...wrap(names(group.results, verbose), columns - 2).map((line) => paint.dim(`  ${line}`)),
    ...enabling(group),
  ]
}

/** What a process said last stays on lines of its own. */
function headline({ reason }: SameGrounds, what: string, columns: number): readonly string[] {
  const [first = '', ...others] = textLines(reason)
  return [
    ...hanging(what.slice(0, 2), what.slice(2) + printable(first), columns),
    ...others.flatMap((line) => hanging(`    ${indentOf(line)}`, printable(line.trim()), columns)),
  ]
}

const indentOf = (line: string): string => (/^ */.exec(line)?.[0] ?? '').slice(0, 12)

/** Configuration is to be copied: it is not wrapped. */
const enabling = ({ enable }: SameGrounds): readonly string[] =>
  enable === undefined ? [] : printableLines(enable).map((line) => `    ${line}`)

/** One sentence instead of as many rows as there are checks. */
export const untriedBlock = (group: SameGrounds, { columns, paint }: Sheet): readonly string[] => [
  ...headline(group, '? Nothing was tried: ', columns).map((line) => paint.yellow(line)),
  ...enabling(group),
]

const cases = ({ results }: SameGrounds): string => {
  const should = results.filter(({ level }) => level === 'should').length
  if (should === results.length) return plural(should, 'should case')
  return should === 0 ? plural(should + results.length, 'case') : `${plural(results.length, 'case')} (${should} should)`
}

function names(results: readonly CaseResult[], verbose: boolean): string {
  if (verbose || results.length <= namesInFull) return results.map((result) => printable(nameOf(result))).join(', ')
  const checks = groupBy(results, ({ check }) => check)
  return [...checks]
    .map(([check, [first, ...others]]) =>
      others.length === 0
        ? `${printable(check)}/${printable(nameInCheck(first))}`
        : `${printable(check)} ${others.length + 1}`,
    )
    .join(', ')
}
