import { createHash } from 'node:crypto'

/** The only style of `report.html`; no element has one of its own. */
export const style: string = `
:root { color-scheme: light dark; --ink: #1b1d22; --dim: #565c68; --paper: #fff; --raised: #f4f5f7; --line: #d5d8de;
  --good: #17693a; --bad: #b3141f; --odd: #8a5300; --link: #0b57b8 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e9ee; --dim: #a5abb7; --paper: #15171b; --raised: #1f2228; --line: #3a3f49;
    --good: #6fcf97; --bad: #ff8a85; --odd: #f0b95c; --link: #8ab8ff }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .75rem }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--line) }
h3 { font-size: 1rem; margin: 0 0 .25rem }
p, ul, dl, pre, table { margin: .5rem 0 }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.verdict { font-size: 1.25rem; font-weight: 600; margin: 0; padding: .75rem 1rem; background: var(--raised);
  border-left: .4rem solid var(--odd) }
.verdict.conforms { border-color: var(--good); color: var(--good) }
.verdict.fails { border-color: var(--bad); color: var(--bad) }
.dim { color: var(--dim) }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0 }
article { margin: 1rem 0; padding: .75rem 1rem; background: var(--raised); border-left: .25rem solid var(--odd) }
.failed article { border-color: var(--bad) }
.quiet article { border-color: var(--line) }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .3rem 1rem }
dt { color: var(--dim); grid-column: 1 }
dd { margin: 0; grid-column: 2 }
code, pre { font: .875rem/1.45 ui-monospace, monospace }
pre { white-space: pre-wrap; padding: .6rem .8rem; border: 1px solid var(--line); background: var(--paper) }
table { border-collapse: collapse; width: 100% }
caption { text-align: left; color: var(--dim); padding-bottom: .4rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600 }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal }
th .dim { font-weight: 400 }
summary { cursor: pointer; padding: .2rem 0 }
details ul { padding-left: 1.25rem }
@media (max-width: 36rem) {
  dl { grid-template-columns: 1fr; gap: 0 }
  dd { grid-column: 1; margin-bottom: .5rem }
  td.number, th.number { font-size: .8125rem; padding-right: .3rem }
}
@media print {
  :root { color-scheme: light; --ink: #000; --dim: #444; --paper: #fff; --raised: #fff; --line: #bbb;
    --good: #17693a; --bad: #b3141f; --odd: #8a5300; --link: #000 }
  body { max-width: none; padding: 0; font-size: 10pt }
  nav { display: none }
  article, tr { break-inside: avoid }
  h2, h3, caption { break-after: avoid }
  details::details-content { display: block; content-visibility: visible; block-size: auto }
}
`

/** Nothing is loaded, nothing runs, and no style applies but this one: its digest says which. */
export const policy: string = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
