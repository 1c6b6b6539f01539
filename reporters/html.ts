import type { CaseResult } from '../harness/run/result.ts'
import { byCheck } from './by-check.ts'
import type { ReportOptions } from './commentary.ts'
import { countsTable } from './html-counts.ts'
import { drivenTable, noteList } from './html-driven.ts'
import { element, type Markup } from './html-element.ts'
import { caseList, failureArticles, warningArticles, warningsOf } from './html-findings.ts'
import { groundsArticle } from './html-grounds.ts'
import { policy, style } from './html-style.ts'
import type { RunDocument } from './run-document.ts'
import { errorsByReason, inapplicableByClause, inconclusiveByReason, type SameGrounds } from './same-grounds.ts'
import { whyUntried } from './untried.ts'
import { countsLine, verdictSentence } from './words.ts'
import { attributes, xml } from './xml.ts'

/** `report.html`: one file without scripts that loads nothing, for people who were not there. */
export function renderHtml(run: RunDocument, options: ReportOptions): string {
  const who = [run.learned?.provider, run.learned?.implementation].filter((part) => part !== undefined).join(' ')
  const title = `touchstone: ${who === '' ? run.header.connector : who}`
  const sections = sectionsOf(run, options)
  const body = [
    element('h1', {}, title),
    element('p', { class: `verdict ${toneOf(run)}` }, verdictSentence(run)),
    element('p', {}, whyUntried(run) ? 'Nothing was tried.' : `${countsLine(run.footer.counts)}.`),
    navigation(sections),
    ...sections.map(({ id, heading, look, inside }) =>
      element('section', { class: look, 'aria-labelledby': id }, element('h2', { id }, heading), ...inside),
    ),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta${attributes({ 'http-equiv': 'Content-Security-Policy', content: policy })}>
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${xml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body.map(({ markup }) => markup).join('')}</main>
</body>
</html>
`
}

interface Section {
  readonly id: string
  readonly heading: string
  readonly look: 'failed' | 'open' | 'quiet'
  readonly inside: readonly Markup[]
}

/** In the order of reading; a section in which nothing stands is left out. */
function sectionsOf(run: RunDocument, options: ReportOptions): readonly Section[] {
  const { results, footer } = run
  const checks = byCheck(results, options.commentary)
  const counted = whyUntried(run) ? [] : [countsTable(checks, footer.counts)]
  const grounds = (groups: readonly SameGrounds[]): readonly Markup[] => groups.map(groundsArticle)
  const many = (word: string, count: number): string => `${word} (${count})`
  const { fail, error, inconclusive, inapplicable, pass } = footer.counts
  const all: readonly Section[] = [
    { id: 'counts', heading: 'Counts', look: 'quiet', inside: counted },
    { id: 'driven', heading: 'What was driven', look: 'quiet', inside: [drivenTable(run), ...noteList(run)] },
    { id: 'failures', heading: many('Failures', fail), look: 'failed', inside: failureArticles(run, options) },
    {
      id: 'errors',
      heading: many('Errors of touchstone itself', error),
      look: 'failed',
      inside: grounds(errorsByReason(results)),
    },
    {
      id: 'warnings',
      heading: many('Warnings', warningsOf(results).length),
      look: 'open',
      inside: warningArticles(run, options),
    },
    {
      id: 'inconclusive',
      heading: many('Inconclusive', inconclusive),
      look: 'open',
      inside: grounds(inconclusiveByReason(results)),
    },
    {
      id: 'inapplicable',
      heading: many('Not applicable', inapplicable),
      look: 'quiet',
      inside: grounds(inapplicableByClause(results)),
    },
    {
      id: 'passed',
      heading: many('Passed', pass),
      look: 'quiet',
      inside: checks.flatMap(({ id, results: own }) => passes(id, own)),
    },
  ]
  return all.filter(({ inside }) => inside.length > 0)
}

const navigation = (sections: readonly Section[]): Markup =>
  element(
    'nav',
    { 'aria-label': 'Sections' },
    element(
      'ul',
      {},
      ...sections.map(({ id, heading }) => element('li', {}, element('a', { href: `#${id}` }, heading))),
    ),
  )

/** Folded: nobody reads them first, and somebody wants to know what was looked at. */
function passes(check: string, results: readonly CaseResult[]): readonly Markup[] {
  const passed = results.filter(({ outcome }) => outcome.verdict === 'pass')
  if (passed.length === 0) return []
  return [element('details', {}, element('summary', {}, `${check}: ${passed.length} passed`), caseList(passed))]
}

function toneOf({ footer }: RunDocument): 'conforms' | 'fails' | 'open' {
  switch (footer.exitCode) {
    case 0:
      return 'conforms'
    case 1:
      return 'fails'
    default:
      return 'open'
  }
}
