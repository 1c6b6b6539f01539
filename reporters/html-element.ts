import { attributes, xml } from './xml.ts'

/** Markup that we wrote. Whatever else gets into an element is text, whoever said it. */
export interface Markup {
  readonly markup: string
}

export type Content = string | Markup

/** An element with these things inside. No value of an attribute is ever a script, a style or an address of others. */
export const element = (
  name: string,
  values: Readonly<Record<string, string | number>>,
  ...inside: readonly Content[]
): Markup => ({
  markup: `<${name}${attributes(values)}>${inside.map((one) => markupOf(one)).join('')}</${name}>${ends.has(name) ? '\n' : ''}`,
})

const markupOf = (content: Content): string => (typeof content === 'string' ? xml(content) : content.markup)

/** Lines of a text that keep their places, and nothing when there are none. */
export const preformatted = (lines: readonly string[]): readonly Markup[] =>
  lines.length === 0 ? [] : [{ markup: `<pre>${lines.map(xml).join('\n')}</pre>\n` }]

/** Things with something between them. */
export const separated = (all: readonly Content[], by: string): readonly Content[] =>
  all.flatMap((one, at) => (at === 0 ? [one] : [by, one]))

/** After these a line may end, so that the file can be read and compared. */
const ends = new Set(['p', 'li', 'ul', 'dl', 'div', 'tr', 'table', 'h1', 'h2', 'h3', 'summary', 'details', 'article'])
