import { type Content, element, type Markup, preformatted } from './html-element.ts'
import { caseList } from './html-findings.ts'
import { textLines } from './printable.ts'
import type { SameGrounds } from './same-grounds.ts'
import { plural } from './words.ts'

/** One reason, what can be done about it, and the cases that it concerns. */
export function groundsArticle({ reason, enable, results }: SameGrounds): Markup {
  // What a process said last stays on lines of its own.
  const [first = '', ...others] = textLines(reason)
  return element(
    'article',
    {},
    element('h3', {}, first),
    ...preformatted(others),
    ...(enable === undefined ? [] : observable(enable)),
    element('details', {}, element('summary', {}, plural(results.length, 'case')), caseList(results)),
  )
}

const observable = (enable: string): readonly Content[] => [
  element('p', { class: 'dim' }, 'What would make it observable'),
  ...preformatted(enable.split('\n')),
]
