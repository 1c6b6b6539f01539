import { createHash } from 'node:crypto'
import { type Content, element, type Markup } from '../../../reporters/html-element.ts'
import { style as shared } from '../../../reporters/html-style.ts'
import { attributes, xml } from '../../../reporters/xml.ts'

const style = `${shared}
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between;
  padding-bottom: .75rem; margin-bottom: 1.5rem; border-bottom: 1px solid var(--line) }
header form { display: inline }
header p { margin: 0 }
header .who { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem }
form.stack { display: grid; gap: .9rem; max-width: 34rem }
form .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .9rem }
label { display: grid; gap: .2rem; align-content: start }
label .dim { font-size: .875rem }
input, select, button { font: inherit; color: inherit; padding: .45rem .6rem; border: 1px solid var(--dim);
  border-radius: .3rem; background: var(--paper); max-width: 100%; width: 100% }
select { appearance: auto }
button { width: auto; justify-self: start; cursor: pointer; background: var(--raised); font-weight: 600 }
button.danger { color: #fff; background: #b3141f; border-color: #b3141f }
button.main { color: #fff; background: #0b57b8; border-color: #0b57b8 }
button.plain { border: 0; padding: 0; background: none; color: var(--link); font-weight: 400; text-decoration: underline }
.state { display: inline-block; padding: 0 .5rem; border: 1px solid currentcolor; border-radius: .8rem; font-size: .875rem;
  white-space: nowrap }
.state.good, .notice.good { color: var(--good) }
.state.bad { color: var(--bad) }
.state.odd { color: var(--odd) }
.notice { margin: 0 0 1.5rem; padding: .75rem 1rem; background: var(--raised); border-left: .4rem solid var(--good) }
.notice.bad { border-color: var(--bad) }
.scroll { overflow-x: auto }
.scroll table { min-width: 38rem }
td .mono { white-space: nowrap }
details.ask { margin: .5rem 0 }
details.ask > summary { display: inline-block; padding: .35rem .8rem; border: 1px solid var(--bad); border-radius: .3rem;
  color: var(--bad); font-weight: 600 }
details.ask[open] { padding: .75rem 1rem 1rem; border: 1px solid var(--line); border-radius: .3rem }
article h2 { border: 0; margin: 0; padding: 0; font-size: 1.1rem }
article { border-radius: .2rem }
article.good { border-color: var(--good) }
article.bad { border-color: var(--bad) }
`

/** Nothing is loaded, nothing runs, forms go nowhere but here, and nobody frames it. */
export const pagePolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Page {
  readonly title: string
  /** Path below which everything is served. */
  readonly base: string
  /** Who is signed in. */
  readonly signedIn?: { readonly name: string; readonly csrf: string }
  readonly body: readonly Markup[]
}

/** A whole page. Whatever is shown that we did not write is text. */
export function renderPage({ title, base, signedIn, body }: Page): string {
  const head = signedIn === undefined ? [] : [heading(base, signedIn)]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${xml(title)}</title>
<style>${style}</style>
</head>
<body>
${[...head, element('main', {}, ...body)].map(({ markup }) => markup).join('\n')}
</body>
</html>
`
}

function heading(base: string, { name, csrf }: { readonly name: string; readonly csrf: string }): Markup {
  const leave = (path: string, words: string): Markup =>
    element(
      'form',
      { method: 'post', action: `${base}/admin/${path}` },
      hidden('csrf', csrf),
      element('button', { class: 'plain' }, words),
    )
  return element(
    'header',
    {},
    element('p', {}, element('a', { href: `${base}/admin` }, 'Readiness')),
    element(
      'div',
      { class: 'who' },
      element('span', { class: 'dim' }, name),
      leave('sign-out', 'Sign out'),
      leave('sign-out-everywhere', 'Sign out everywhere'),
    ),
  )
}

/** An element that nothing stands in. */
export const empty = (name: 'input', values: Readonly<Record<string, string | number>>): Markup => ({
  markup: `<${name}${attributes(values)}>`,
})

export const hidden = (name: string, value: string): Markup => empty('input', { type: 'hidden', name, value })

/** Says what was done, or what was wrong; read aloud when the page comes. */
export const notice = (tone: 'good' | 'bad', says: string, more: readonly string[] = []): Markup =>
  element(
    'div',
    { class: `notice ${tone}`, role: tone === 'bad' ? 'alert' : 'status' },
    says,
    ...(more.length === 0 ? [] : [list(more)]),
  )

export const list = (items: readonly Content[]): Markup =>
  element('ul', {}, ...items.map((item) => element('li', {}, item)))
