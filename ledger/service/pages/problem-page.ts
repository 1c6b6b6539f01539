import { element } from '../../../reporters/html-element.ts'
import type { Problem } from '../problem.ts'
import { notice, renderPage } from './page.ts'

/** What a browser shows when a request was not served. */
export const problemPage = (base: string, { title, detail, code, errors = [] }: Problem): string =>
  renderPage({
    title: `${title} · touchstone`,
    base,
    body: [
      element('h1', {}, title),
      notice('bad', detail, errors),
      element('p', { class: 'dim' }, `Code: ${code}`),
      element('p', {}, element('a', { href: `${base}/admin` }, 'Back to the readiness page')),
    ],
  })
