import type { CaseResult } from '../harness/run/result.ts'
import type { ReportOptions } from './commentary.ts'
import { nameOf } from './by-check.ts'
import { type Failure, failuresOf, namesOf, sentenceOf } from './failure.ts'
import { hanging, wrap } from './layout.ts'
import { printable } from './printable.ts'
import type { RunDocument } from './run-document.ts'
import { othersLine, type Symptom, symptomsOf } from './symptom.ts'
import { labelled, labelledWhole, type Sheet } from './terminal-sheet.ts'
import { plural } from './words.ts'

/** A connector that does nothing right fails in a hundred ways: the first ones tell the story. */
const failuresInFull = 20

const warningsInFull = 10

const requirementsInFull = 3

/** A block for each symptom; beyond the first twenty only names. With `verbose` a block for each failure. */
export function failureBlocks(run: RunDocument, options: ReportOptions, sheet: Sheet): readonly (readonly string[])[] {
  const failures = failuresOf(run, options)
  if (sheet.verbose) return failures.map((failure) => block(failure, sheet))
  const symptoms = symptomsOf(failures)
  const others = symptoms.slice(failuresInFull).flatMap((symptom) => [symptom.first, ...symptom.others])
  return [
    ...symptoms.slice(0, failuresInFull).map((symptom) => symptomBlock(symptom, sheet)),
    others.length > 0 ? rest(others, sheet) : [],
  ]
}

function rest(others: readonly Failure[], { paint, columns }: Sheet): readonly string[] {
  const names = others.flatMap(namesOf).map(printable).join(', ')
  return [
    ...hanging('✗ ', `${plural(others.length, 'more failure')}: ${names}`, columns).map((line) => paint.red(line)),
    paint.dim('  --verbose and results.json show them like those above.'),
  ]
}

function symptomBlock(symptom: Symptom, sheet: Sheet): readonly string[] {
  const line = othersLine(symptom)
  const others = line === undefined ? [] : hanging('  ', printable(line), sheet.columns)
  return [...block(symptom.first, sheet), ...others.map((each) => sheet.paint.red(each))]
}

function block(failure: Failure, sheet: Sheet): readonly string[] {
  return [
    ...heading(failure, sheet),
    ...wrap(printable(failure.sentence), sheet.columns - 2).map((line) => `  ${line}`),
    ...requirementLines(failure, sheet),
    ...failure.facts.flatMap(({ label, text }) => {
      if (label === 'Requirement') return []
      return label === 'Replay' ? labelledWhole('replay', text, sheet) : labelled(label.toLowerCase(), text, sheet)
    }),
  ]
}

/** A case cites what it decides most directly first; a long list is cut, unless `verbose`. */
function requirementLines({ id, facts }: Failure, sheet: Sheet): readonly string[] {
  const all = facts.flatMap(({ label, text }) => (label === 'Requirement' ? [text] : []))
  const shown = sheet.verbose || all.length <= requirementsInFull + 1 ? all : all.slice(0, requirementsInFull)
  const others = all.length - shown.length
  return [
    ...shown.flatMap((text, at) => labelled(at === 0 ? 'requirement' : '', text, sheet)),
    ...(others > 0 ? labelledWhole('', `and ${others} more: touchstone explain ${id}`, sheet) : []),
  ]
}

function heading({ id, profiles }: Failure, { paint, columns }: Sheet): readonly string[] {
  return hanging('✗ ', namesOf({ id, profiles }).map(printable).join(', '), columns).map((line) => paint.red(line))
}

/** Should cases that failed, one short paragraph each; beyond the first ten only their names, unless `verbose`. */
export function warningBlock({ results }: RunDocument, sheet: Sheet): readonly string[] {
  const warnings = results.filter(({ level, outcome }) => level === 'should' && outcome.verdict === 'fail')
  const shown = sheet.verbose ? warnings : warnings.slice(0, warningsInFull)
  const others = warnings.slice(shown.length)
  const names = others.map((result) => printable(nameOf(result))).join(', ')
  return [
    ...shown.flatMap((result) => warning(result, sheet)),
    ...(others.length === 0 ? [] : yellow(`${plural(others.length, 'more warning')}: ${names}`, sheet)),
  ]
}

function warning(result: CaseResult, sheet: Sheet): readonly string[] {
  const { title, outcome } = result
  if (outcome.verdict !== 'fail') return []
  const { columns, paint } = sheet
  const grounds = `expected ${printable(outcome.expected)}, got ${printable(outcome.actual)}`
  return [
    ...yellow(`${printable(nameOf(result))} (should)`, sheet),
    ...wrap(printable(sentenceOf(title)), columns - 2).map((line) => `  ${line}`),
    ...wrap(grounds, columns - 2).map((line) => paint.dim(`  ${line}`)),
  ]
}

const yellow = (text: string, { columns, paint }: Sheet): readonly string[] =>
  hanging('! ', text, columns).map((line) => paint.yellow(line))
