import { element, type Markup } from '../../../reporters/html-element.ts'
import type { ProviderSource } from '../../readiness/index.ts'
import { approvalStates } from '../../record/index.ts'
import type { SourceCatalogue } from '../append/source-catalogue.ts'
import { choice, type Draft, input, moment } from './fields.ts'
import { empty, hidden } from './page.ts'

interface FormPlace {
  readonly base: string
  readonly csrf: string
}

/** An approval review of the configured app. */
export function reviewForm(
  { base, csrf }: FormPlace,
  { id }: ProviderSource,
  catalogue: SourceCatalogue,
  draft: Draft,
): Markup {
  if (catalogue.size === 0) {
    return element(
      'p',
      {},
      'A review refers to an entry of the source catalogue, and there is none: start the service with --source-catalogue.',
    )
  }
  return element(
    'form',
    { method: 'post', action: `${base}/admin/approval-reviews`, class: 'stack' },
    hidden('csrf', csrf),
    hidden('provider', id),
    element(
      'div',
      { class: 'pair' },
      choice({ name: 'state', label: 'State' }, draft, [
        'approved',
        ...approvalStates.filter((each) => each !== 'approved'),
      ]),
      input(
        { name: 'tier', label: 'Tier', hint: 'a slug, such as standard; not_required where the state is' },
        { tier: 'standard', ...draft },
        { pattern: '[a-z0-9]+([._\\-][a-z0-9]+)*', maxlength: 128, spellcheck: 'false' },
      ),
    ),
    choice({ name: 'source_ref', label: 'Source', hint: 'of the source catalogue' }, draft, [...catalogue.keys()]),
    element(
      'div',
      { class: 'pair' },
      moment({ name: 'reviewed_at', label: 'Reviewed at' }, draft, { required: 'required' }),
      moment({ name: 'expires_at', label: 'Holds until' }, draft, { required: 'required' }),
    ),
    element('button', { class: 'main' }, 'Append approval review'),
  )
}

/** Upload of what `touchstone certify` made. */
export const certificationForm = ({ base, csrf }: FormPlace, { id }: ProviderSource): Markup =>
  element(
    'form',
    { method: 'post', action: `${base}/admin/certifications`, enctype: 'multipart/form-data', class: 'stack' },
    hidden('csrf', csrf),
    hidden('provider', id),
    element(
      'label',
      {},
      'Record file',
      empty('input', { type: 'file', name: 'record', accept: '.json,application/json', required: 'required' }),
      element('span', { class: 'dim' }, 'record.json of touchstone certify'),
    ),
    element('button', { class: 'main' }, 'Append certification'),
  )
