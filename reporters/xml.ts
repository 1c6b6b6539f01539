import { printable } from './printable.ts'

/** Text for XML 1.0, as one line: markup is escaped, and so is every character that XML forbids or nobody can see. */
export const xml = (text: string): string =>
  printable(text)
    .replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** ` name="value"` for each attribute. */
export const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join('')
