import { element, type Markup } from '../../../reporters/html-element.ts'
import type { ProviderSource } from '../../readiness/index.ts'
import { choice, type Draft, input, moment } from './fields.ts'
import { hidden } from './page.ts'

interface FormPlace {
  readonly base: string
  readonly csrf: string
}

/** Words for the usual reasons; the full form takes any. */
const reasons = ['incident', 'provider-outage', 'policy-change', 'credential-leak', 'maintenance']

/** One click asks for the reason, the second stops the whole provider at once. */
export const disableForm = ({ base, csrf }: FormPlace, { id, display_name }: ProviderSource): Markup =>
  element(
    'details',
    { class: 'ask' },
    element('summary', {}, 'Disable…'),
    element('p', {}, `Nothing of ${display_name} runs from then on, whatever else the ledgers say.`),
    element(
      'form',
      { method: 'post', action: `${base}/admin/runtime-controls`, class: 'stack' },
      hidden('csrf', csrf),
      hidden('provider', id),
      hidden('state', 'disabled'),
      choice({ name: 'reason_code', label: 'Reason' }, {}, reasons),
      element('button', { class: 'danger' }, `Yes, disable ${display_name}`),
    ),
  )

/** Any runtime control: for everything of the provider, or for a part of it. */
export const controlForm = ({ base, csrf }: FormPlace, provider: ProviderSource, draft: Draft): Markup => {
  const { accounts, profiles } = provider
  const kinds = [...new Set(accounts.map(({ kind }) => kind))]
  const modes = [...new Set(['standard', ...accounts.map(({ policy_mode }) => policy_mode)])]
  return element(
    'form',
    { method: 'post', action: `${base}/admin/runtime-controls`, class: 'stack' },
    hidden('csrf', csrf),
    hidden('provider', provider.id),
    element(
      'div',
      { class: 'pair' },
      choice({ name: 'state', label: 'State' }, draft, ['enabled', 'degraded', 'disabled']),
      input(
        { name: 'reason_code', label: 'Reason', hint: 'a slug, such as routine' },
        { reason_code: 'routine', ...draft },
        slug,
      ),
    ),
    element(
      'div',
      { class: 'pair' },
      choice({ name: 'output_profile', label: 'Format' }, draft, ['', ...profiles.map(({ id }) => id)]),
      choice({ name: 'operation', label: 'Operation' }, draft, [
        '',
        'connect',
        'publish_immediate',
        'publish_scheduled',
      ]),
      choice({ name: 'account_kind', label: 'Kind of account' }, draft, ['', ...kinds]),
      choice({ name: 'policy_mode', label: 'Policy mode' }, draft, ['', ...modes]),
    ),
    element(
      'div',
      { class: 'pair' },
      moment({ name: 'starts_at', label: 'From', hint: 'UTC; empty: at once' }, draft),
      moment({ name: 'expires_at', label: 'Until', hint: 'UTC; empty: until another one' }, draft),
    ),
    element('button', { class: 'main' }, 'Append runtime control'),
  )
}

const slug = { required: 'required', pattern: '[a-z0-9]+([._\\-][a-z0-9]+)*', maxlength: 128, spellcheck: 'false' }
