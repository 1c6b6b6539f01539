import { byCheck, type CheckResults, nameOf } from './by-check.ts'
import type { ReportOptions } from './commentary.ts'
import { explainFailure, failuresOf, namesOf, sentenceOf } from './failure.ts'
import { markdown, preformatted } from './markdown.ts'
import { textLines } from './printable.ts'
import type { RunDocument } from './run-document.ts'
import { errorsByReason, inapplicableByClause, inconclusiveByReason, type SameGrounds } from './same-grounds.ts'
import { othersLine, type Symptom, symptomsOf } from './symptom.ts'
import { whyUntried } from './untried.ts'
import { caveats, countsLine, duration, plural, verdictSentence } from './words.ts'

/** A step summary of GitHub takes 1 MiB; this many failures stay far below. */
const failuresInFull = 50

/** `summary.md`, to be read on the page of a CI job. */
export function renderSummary(run: RunDocument, options: ReportOptions): string {
  const { header, learned, results, footer } = run
  const who = [learned?.provider, learned?.implementation].filter((part) => part !== undefined).join(' ')
  return (
    [
      `## touchstone: ${markdown(who === '' ? header.connector : who)}`,
      `**${markdown(verdictSentence(run))}**`,
      `${whyUntried(run) ? 'Nothing was tried' : countsLine(footer.counts)} in ${duration(footer.millis)}. Seed ${header.seed}, touchstone ${markdown(header.harness)}.`,
      ...(whyUntried(run) ? [] : [table(byCheck(results, options.commentary))]),
      ...section('Failures', failures(symptomsOf(failuresOf(run, options)))),
      ...section('Errors of touchstone itself', errorsByReason(results).map(group)),
      ...section('Inconclusive', inconclusiveByReason(results).map(group)),
      ...section('Warnings', warnings(run, options)),
      ...section('Not applicable', inapplicableByClause(results).map(group)),
      ...section('Notes', [[...run.notes, ...caveats(run)].map((note) => `- ${markdown(note)}`).join('\n')]),
    ].join('\n\n') + '\n'
  )
}

function section(title: string, parts: readonly string[]): readonly string[] {
  const filled = parts.filter((part) => part !== '')
  return filled.length === 0 ? [] : [`### ${title}`, ...filled]
}

const table = (checks: readonly CheckResults[]): string =>
  [
    '| | A conforming connector … | Passed | Failed | Inconclusive | Warnings | Not applicable | Errors |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...checks.map(({ id, title, counts }) => {
      const numbers = [counts.pass, counts.fail, counts.inconclusive, counts.warning, counts.inapplicable, counts.error]
      return `| ${[markdown(id), markdown(title), ...numbers.map((many) => (many === 0 ? '' : String(many)))].join(' | ')} |`
    }),
  ].join('\n')

function failures(all: readonly Symptom[]): readonly string[] {
  const left = all.slice(failuresInFull).flatMap(({ first, others }) => [first, ...others])
  const more = left.flatMap(namesOf).length
  return [
    ...all.slice(0, failuresInFull).map(failure),
    more > 0 ? `And ${more} more: \`results.json\` has them all.` : '',
  ]
}

function failure(symptom: Symptom): string {
  const { id, profiles, sentence, facts } = symptom.first
  const others = othersLine(symptom)
  const where = profiles.length > 0 ? ` (${profiles.map(markdown).join(', ')})` : ''
  return [
    `#### ${markdown(id)}${where}`,
    '',
    markdown(sentence),
    '',
    ...facts.map(({ label, text }) => `- **${label}** ${label === 'Replay' ? code(text) : markdown(text)}`),
    ...(others === undefined ? [] : ['', markdown(others)]),
  ].join('\n')
}

const code = (text: string): string => `<code>${markdown(text)}</code>`

/** A reason, how many cases it concerns and which, and what to do about it. */
function group({ reason, enable, results }: SameGrounds): string {
  const lines = [`**${plural(results.length, 'case')}**: ${grounds(reason)}`]
  if (enable !== undefined) lines.push(pre(enable.split('\n')))
  const names = results.map((result) => markdown(nameOf(result)))
  lines.push(`<details><summary>Cases</summary>\n\n${names.join(', ')}\n\n</details>`)
  return lines.join('\n\n')
}

/** What a process said last stays on lines of its own. */
function grounds(reason: string): string {
  const [first = '', ...others] = textLines(reason)
  return others.length === 0 ? markdown(first) : `${markdown(first)}\n\n${pre(others)}`
}

const pre = (lines: readonly string[]): string => `<pre>\n${lines.map(preformatted).join('\n')}\n</pre>`

function warnings({ results, header }: RunDocument, options: ReportOptions): readonly string[] {
  const lines = results.flatMap((result) => {
    const { level, outcome, title } = result
    if (level !== 'should' || outcome.verdict !== 'fail') return []
    const { facts } = explainFailure(result, header.seed, options)
    const replay = facts.flatMap(({ label, text }) => (label === 'Replay' ? [code(text)] : []))
    const name = markdown(nameOf(result))
    const got = `Expected ${markdown(outcome.expected)}, got ${markdown(outcome.actual)}`
    return [`- **${name}** ${markdown(sentenceOf(title))} ${got}. ${replay.join('')}`]
  })
  return [lines.join('\n')]
}
