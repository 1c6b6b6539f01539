import { printable } from './printable.ts'

/** Untrusted text inside a Markdown line or table cell: shown as it is, never markup, a link, a mention or a formula. */
export const markdown = (text: string): string =>
  printable(text)
    .replace(/[&<>|`*_[\]\\~#@!${}^]/g, entity)
    // Bare addresses become links by themselves; `::` could start a command of a CI runner that logs this file.
    .replace(/:(?=:|\/\/)/g, entity)
    .replace(/(?<=www)\./gi, entity)

/** Untrusted text on a line of a `<pre>` block, where only HTML is markup. */
export const preformatted = (text: string): string => printable(text).replace(/[&<>]|:(?=:)/g, entity)

const entity = (character: string): string => `&#${character.charCodeAt(0)};`
