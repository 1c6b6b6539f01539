import type { CaseResult } from '../harness/run/result.ts'
import { nameOf } from './by-check.ts'
import type { ReportOptions } from './commentary.ts'
import { explainFailure, type Failure, failuresOf, namesOf } from './failure.ts'
import { groupBy } from './group-by.ts'
import { type Content, element, type Markup } from './html-element.ts'
import type { RunDocument } from './run-document.ts'
import { type Symptom, symptomsOf } from './symptom.ts'
import { plural } from './words.ts'

/** A browser on a phone opens this many; `results.json` has them all. */
const inFull = 200

/** Failures first by symptom: of those that look alike one is told in full, the others are folded below it. */
export function failureArticles(run: RunDocument, options: ReportOptions): readonly Markup[] {
  const symptoms = symptomsOf(failuresOf(run, options))
  const left = symptoms.slice(inFull).flatMap(({ first, others }) => [first, ...others])
  return [...symptoms.slice(0, inFull).map(symptomArticle), ...more(left.flatMap(namesOf).length)]
}

/** Should cases that failed. */
export function warningArticles({ results, header }: RunDocument, options: ReportOptions): readonly Markup[] {
  const all = warningsOf(results)
  const shown = all.slice(0, inFull).map((result) => article(explainFailure(result, header.seed, options)))
  return [...shown, ...more(all.length - inFull)]
}

export const warningsOf = (results: readonly CaseResult[]): readonly CaseResult[] =>
  results.filter(({ level, outcome }) => level === 'should' && outcome.verdict === 'fail')

function symptomArticle({ first, others }: Symptom): Markup {
  const many = others.flatMap(namesOf).length
  if (many === 0) return article(first)
  const items = others.slice(0, inFull).map((failure) => element('li', {}, ...heading(failure), ...body(failure)))
  const summary = element('summary', {}, `${plural(many, 'more case')} with the same symptom`)
  return article(first, element('details', {}, summary, element('ul', {}, ...items)), ...more(others.length - inFull))
}

const article = (failure: Failure, ...below: readonly Markup[]): Markup =>
  element('article', {}, element('h3', {}, ...heading(failure)), ...body(failure), ...below)

const heading = ({ id, profiles }: Failure): readonly Content[] => [
  element('code', {}, id),
  ...(profiles.length === 0 ? [] : [` ${profiles.join(', ')}`]),
]

const body = ({ sentence, facts }: Failure): readonly Markup[] => [
  element('p', {}, sentence),
  element(
    'dl',
    {},
    ...[...groupBy(facts, ({ label }) => label)].flatMap(([label, alike]) => [
      element('dt', {}, label),
      ...alike.map(({ text }) => element('dd', {}, label === 'Replay' ? element('code', {}, text) : text)),
    ]),
  ),
]

const more = (many: number): readonly Markup[] =>
  many > 0
    ? [element('p', {}, 'And ', String(many), ' more: ', element('code', {}, 'results.json'), ' has them all.')]
    : []

/** A folded list of cases, each with what it asks for. */
export const caseList = (results: readonly CaseResult[]): Markup =>
  element(
    'ul',
    {},
    ...results.map((result) => element('li', {}, element('code', {}, nameOf(result)), ` ${result.title}`)),
  )
