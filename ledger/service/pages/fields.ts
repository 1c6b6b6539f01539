import { element, type Markup } from '../../../reporters/html-element.ts'
import { empty } from './page.ts'

/** What stood in a form that was refused, by the name of the field. */
export type Draft = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>>

interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
}

/** A text, with its label around it. */
export const input = ({ name, label, hint }: Field, draft: Draft, values: Values = {}): Markup =>
  labelled(
    label,
    hint,
    empty('input', { name, ...values, ...(draft[name] === undefined ? {} : { value: draft[name] }) }),
  )

/** One of some words; the first is chosen, or that of the draft. */
export const choice = ({ name, label, hint }: Field, draft: Draft, words: readonly string[]): Markup =>
  labelled(
    label,
    hint,
    element(
      'select',
      { name },
      ...words.map((word) =>
        element(
          'option',
          { value: word, ...(draft[name] === word ? { selected: 'selected' } : {}) },
          word === '' ? 'any' : word,
        ),
      ),
    ),
  )

/** A browser gives it without seconds and without a zone; it is read as UTC. */
export const moment = (field: Field, draft: Draft, values: Values = {}): Markup =>
  input({ ...field, hint: field.hint ?? 'UTC' }, draft, { type: 'datetime-local', ...values })

const labelled = (label: string, hint: string | undefined, control: Markup): Markup =>
  element('label', {}, label, control, ...(hint === undefined ? [] : [element('span', { class: 'dim' }, hint)]))
