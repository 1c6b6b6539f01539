import type { Counts } from '../harness/run/result.ts'
import type { CheckResults } from './by-check.ts'
import { element, type Markup } from './html-element.ts'

const words = {
  pass: 'Passed',
  fail: 'Failed',
  error: 'Errors',
  inconclusive: 'Inconclusive',
  warning: 'Warnings',
  inapplicable: 'Not applicable',
} as const satisfies Record<keyof Counts, string>

const kinds = Object.keys(words) as readonly (keyof Counts)[]

/** A row for each check and a column for each verdict that was earned at all, so that it fits on a phone. */
export function countsTable(checks: readonly CheckResults[], total: Counts): Markup {
  const earned = kinds.filter((kind) => kind === 'pass' || total[kind] > 0)
  const cells = (counts: Counts): readonly Markup[] =>
    earned.map((kind) => element('td', { class: 'number' }, counts[kind] === 0 ? '' : String(counts[kind])))
  return element(
    'table',
    {},
    element('caption', {}, 'Verdicts by check. A conforming connector …'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Check'),
        ...earned.map((kind) => element('th', { scope: 'col', class: 'number' }, words[kind])),
      ),
    ),
    element(
      'tbody',
      {},
      ...checks.map(({ id, title, counts }) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, id, ' ', element('span', { class: 'dim' }, title)),
          ...cells(counts),
        ),
      ),
    ),
    element('tfoot', {}, element('tr', {}, element('th', { scope: 'row' }, 'All'), ...cells(total))),
  )
}
