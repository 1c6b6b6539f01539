import { element, type Markup } from '../../../reporters/html-element.ts'
import { type Decision, nextAction, type ProviderItem, type ProviderSource } from '../../readiness/index.ts'
import type { SourceCatalogue } from '../append/source-catalogue.ts'
import { controlForm, disableForm } from './control-forms.ts'
import { certificationForm, reviewForm } from './evidence-forms.ts'
import type { Draft } from './fields.ts'
import { type HistoryEntry, historyTable } from './history.ts'
import { type Signed, troubleNotice } from './overview-page.ts'
import { list, notice, renderPage } from './page.ts'
import { stateMark, toneOf } from './state-mark.ts'

export interface ProviderView {
  readonly source: ProviderSource
  readonly item: ProviderItem
  /** Undefined when the ledgers cannot be read. */
  readonly history: readonly HistoryEntry[] | undefined
  readonly catalogue: SourceCatalogue
  readonly trouble: string | undefined
  /** What was just done. */
  readonly done?: string
  /** What was refused, and what stood in the form. */
  readonly refused?: { readonly says: string; readonly errors: readonly string[]; readonly draft: Draft }
  /** Form that the draft belongs to. */
  readonly form?: FormName
}

export type FormName = 'control' | 'review' | 'certification'

/** Everything about one provider: each subject with its blockers, what may be appended, and what was. */
export function providerPage(signed: Signed, view: ProviderView): string {
  const { source, item, history, catalogue, trouble, done, refused, form } = view
  const draftFor = (name: FormName): Draft => (form === name ? (refused?.draft ?? {}) : {})
  return renderPage({
    title: `${source.display_name} · touchstone`,
    base: signed.base,
    signedIn: signed,
    body: [
      element('h1', {}, `${source.display_name} `, stateMark(item.state)),
      ...(done === undefined ? [] : [notice('good', done)]),
      ...(refused === undefined ? [] : [notice('bad', refused.says, refused.errors)]),
      ...troubleNotice(trouble),
      ...(item.state === 'disabled' || !source.implemented ? [] : [disableForm(signed, source)]),
      ...section('subjects', 'Subjects', subjects(item)),
      ...section('control', 'Runtime control', [controlForm(signed, source, draftFor('control'))]),
      ...section('review', 'Approval review', [reviewForm(signed, source, catalogue, draftFor('review'))]),
      ...section('certification', 'Certification', [certificationForm(signed, source)]),
      ...section('history', 'History', [
        history === undefined ? element('p', { class: 'dim' }, 'The ledgers cannot be read.') : historyTable(history),
      ]),
    ],
  })
}

const section = (id: string, heading: string, inside: readonly Markup[]): readonly Markup[] => [
  element('section', { 'aria-labelledby': id }, element('h2', { id }, heading), ...inside),
]

const subjects = ({ profiles = [] }: ProviderItem): readonly Markup[] =>
  profiles.length === 0
    ? [element('p', { class: 'dim' }, 'No account is connected.')]
    : profiles.flatMap(({ social_account_id, output_profile, immediate, scheduled }) => [
        subject(`${output_profile}, immediate`, social_account_id, immediate),
        subject(`${output_profile}, scheduled`, social_account_id, scheduled),
      ])

function subject(title: string, account: string, decision: Decision): Markup {
  const { state, blockers = [], facts, advertisable } = decision
  return element(
    'article',
    { class: toneOf(state) },
    element('h3', {}, `${title} `, stateMark(state)),
    element('p', { class: 'dim' }, `Account ${account}${advertisable ? '; may be advertised' : ''}`),
    ...(blockers.length === 0
      ? []
      : [
          list(
            blockers.map(
              ({ code, detail }) =>
                `${code.replaceAll('_', ' ')}${detail === undefined ? '' : ` ${detail}`}: ${nextAction[code]}`,
            ),
          ),
        ]),
    element(
      'details',
      {},
      element('summary', {}, 'Facts'),
      element(
        'dl',
        {},
        ...Object.entries(facts).flatMap(([name, value]) => [
          element('dt', {}, name.replaceAll('_', ' ')),
          element('dd', {}, value.replaceAll('_', ' ')),
        ]),
      ),
    ),
  )
}
