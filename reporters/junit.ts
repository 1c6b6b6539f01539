import type { CaseResult } from '../harness/run/result.ts'
import { byCheck, type CheckResults, nameInCheck } from './by-check.ts'
import type { ReportOptions } from './commentary.ts'
import { explainFailure, sentenceOf } from './failure.ts'
import type { RunDocument } from './run-document.ts'
import { attributes, xml } from './xml.ts'

/** JUnit XML as Jenkins and GitLab read it: a suite for each check, a testcase for each case and profile. */
export function renderJunit(run: RunDocument, options: ReportOptions): string {
  const checks = byCheck(run.results, options.commentary)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'touchstone', ...totals(run.results), time: seconds(run.footer.millis) })}>`,
    ...checks.flatMap((check) => suite(check, run, options)),
    '</testsuites>',
  ]
  return `${lines.join('\n')}\n`
}

function suite({ id, results }: CheckResults, run: RunDocument, options: ReportOptions): readonly string[] {
  const time = seconds(results.reduce((sum, { millis }) => sum + millis, 0))
  return [
    `  <testsuite${attributes({ name: id, ...totals(results), time })}>`,
    '    <properties>',
    `      <property${attributes({ name: 'seed', value: run.header.seed })}/>`,
    `      <property${attributes({ name: 'plan', value: run.header.plan.digest })}/>`,
    '    </properties>',
    ...results.flatMap((result) => testcase(result, run, options)),
    '  </testsuite>',
  ]
}

function testcase(result: CaseResult, run: RunDocument, options: ReportOptions): readonly string[] {
  const classname = `touchstone.${result.check}`
  const open = `<testcase${attributes({ classname, name: nameInCheck(result), time: seconds(result.millis) })}`
  const inside = grounds(result, run, options)
  return inside === undefined ? [`    ${open}/>`] : [`    ${open}>`, `      ${inside}`, '    </testcase>']
}

function grounds(result: CaseResult, run: RunDocument, options: ReportOptions): string | undefined {
  const { title, outcome } = result
  switch (mark(result)) {
    case 'passed':
      return undefined
    case 'warning':
      return element('system-out', {}, [`Warning. ${sentenceOf(title)}`, ...factLines(result, run, options)])
    case 'failure': {
      const lines = [sentenceOf(title), ...factLines(result, run, options)]
      return element('failure', { message: messageOf(outcome), type: 'violation' }, lines)
    }
    case 'error':
      return element('error', { message: messageOf(outcome), type: outcome.verdict }, [
        sentenceOf(title),
        ...enabling(outcome),
      ])
    case 'skipped':
      return `<skipped${attributes({ message: messageOf(outcome) })}/>`
  }
}

/** design.md §4, and for what could not be observed of a should: skipped, because it changes nothing. */
function mark({ level, outcome }: CaseResult): 'passed' | 'failure' | 'warning' | 'error' | 'skipped' {
  switch (outcome.verdict) {
    case 'pass':
      return 'passed'
    case 'fail':
      return level === 'must' ? 'failure' : 'warning'
    case 'inconclusive':
      return level === 'must' ? 'error' : 'skipped'
    case 'inapplicable':
      return 'skipped'
    case 'error':
      return 'error'
  }
}

function messageOf(outcome: CaseResult['outcome']): string {
  switch (outcome.verdict) {
    case 'pass':
      return ''
    case 'fail':
      return `expected ${outcome.expected}, got ${outcome.actual}`
    case 'inconclusive':
      return `inconclusive: ${outcome.reason}`
    case 'inapplicable':
      return `not applicable: ${outcome.clause}`
    case 'error':
      return `touchstone itself failed: ${outcome.reason}`
  }
}

const factLines = (result: CaseResult, run: RunDocument, options: ReportOptions): readonly string[] =>
  explainFailure(result, run.header.seed, options).facts.map(({ label, text }) => `${label}: ${text}`)

const enabling = (outcome: CaseResult['outcome']): readonly string[] =>
  outcome.verdict === 'inconclusive' && outcome.enable !== undefined ? outcome.enable.split('\n') : []

const element = (name: string, values: Readonly<Record<string, string>>, lines: readonly string[]): string =>
  `<${name}${attributes(values)}>${lines.map(xml).join('\n')}</${name}>`

function totals(results: readonly CaseResult[]): Readonly<Record<string, number>> {
  const marks = results.map(mark)
  const count = (wanted: ReturnType<typeof mark>): number => marks.filter((each) => each === wanted).length
  return { tests: results.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') }
}

const seconds = (millis: number): string => (millis / 1_000).toFixed(3)
