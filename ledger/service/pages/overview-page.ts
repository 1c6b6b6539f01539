import { element, type Markup } from '../../../reporters/html-element.ts'
import {
  nextAction,
  type ProviderItem,
  type ProviderSource,
  type Projection,
  stateOfBlocker,
} from '../../readiness/index.ts'
import { disableForm } from './control-forms.ts'
import { notice, renderPage } from './page.ts'
import { stateMark, toneOf } from './state-mark.ts'

export interface Signed {
  readonly base: string
  readonly name: string
  readonly csrf: string
}

/** Every provider with what is in the way. */
export const overviewPage = (
  signed: Signed,
  sources: readonly ProviderSource[],
  { providers }: Projection,
  trouble: string | undefined,
): string =>
  renderPage({
    title: 'Readiness · touchstone',
    base: signed.base,
    signedIn: signed,
    body: [
      element('h1', {}, 'Readiness'),
      ...troubleNotice(trouble),
      ...providers.flatMap((item) => {
        const source = sources.find(({ id }) => id === item.provider)
        return source === undefined ? [] : [providerArticle(signed, source, item)]
      }),
    ],
  })

/** For the operator, who has to mend it. */
export const troubleNotice = (trouble: string | undefined): readonly Markup[] =>
  trouble === undefined ? [] : [notice('bad', `Nothing is permitted: ${trouble}`)]

export const providerPath = (base: string, id: string): string => `${base}/admin/provider?id=${encodeURIComponent(id)}`

function providerArticle(signed: Signed, source: ProviderSource, item: ProviderItem): Markup {
  const { state, connected_accounts: accounts, blocking_issues: issues = [], advertisable } = item
  const first = Object.keys(stateOfBlocker).find((code) => issues.some((issue) => issue === code))
  const next = issues.find((issue) => issue === first)
  return element(
    'article',
    { class: toneOf(state) },
    element('h2', {}, element('a', { href: providerPath(signed.base, source.id) }, source.display_name)),
    element(
      'p',
      {},
      stateMark(state),
      ` ${accounts} ${accounts === 1 ? 'account' : 'accounts'}${advertisable ? ', may be advertised' : ''}`,
    ),
    ...(next === undefined ? [] : [element('p', {}, `Next: ${nextAction[next]}.`)]),
    ...(state === 'disabled' || !source.implemented ? [] : [disableForm(signed, source)]),
  )
}
